import { expect, onTestFinished, test } from 'vitest'
import type { GatewayConfig } from './config.ts'
import { createRequestPace } from './pace.ts'
import { startSite } from './testing/site.ts'

const EVIL = { method: 'POST', path: '/posts', headers: { origin: 'https://evil.example' } }

async function start(config: Partial<GatewayConfig> = {}) {
  const site = await startSite({ config: { TRUST_PROXY: '1', ...config } })
  onTestFinished(() => site.close())
  /** Of all responses so far. */
  const statuses: number[] = []
  async function ask(address: string, request: { method?: string; path: string; headers?: object }): Promise<number> {
    const { status } = await site.send({ ...request, headers: { ...request.headers, 'x-forwarded-for': address } })
    statuses.push(status)
    return status
  }
  const askMany = (count: number, request: Parameters<typeof ask>[1]) =>
    Array.from({ length: count }, () => ask('1.1.1.1', request))
  return { statuses, ask, askMany }
}

test.each([
  ['that are refused', EVIL, 403, {}],
  ['beyond a limit', { path: '/posts' }, 429, { RATE_LIMIT: 1 }],
  ["of the gateway's own pages", { path: '/docs/static/swagger-ui.css' }, 200, {}],
  ['whether it is alive', { path: '/livez' }, 200, {}],
  ['whether it is ready', { path: '/healthz' }, 200, {}],
])('requests %s begin one after the other, those of others meanwhile', async (_, request, status, config) => {
  const { statuses, ask, askMany } = await start(config)
  const many = askMany(60, request)
  await expect.poll(() => statuses).toContain(status)
  await ask('2.2.2.2', request)
  expect(statuses.length).toBeLessThan(60)
  expect(await Promise.all(many)).toContain(status)
})

test('probes do not wait, nor are refused, while so many requests wait that some are refused', async () => {
  const pace = createRequestPace()
  const outcomes: (Error | undefined)[] = []
  const keysOf = (address: string) => ({ address, person: () => null })
  for (let at = 0; at < 1_100; at += 1) pace(keysOf('1.1.1.1'), '/posts', (error) => outcomes.push(error))
  await expect.poll(() => outcomes).toContainEqual(expect.objectContaining({ code: 'UNAVAILABLE' }))
  // The first address may be that of a balancer which TRUST_PROXY does not name.
  for (const address of ['1.1.1.1', '2.2.2.2'])
    for (const path of ['/livez', '/healthz'])
      expect(await new Promise((begin) => pace(keysOf(address), path, begin))).toBeUndefined()
  expect(outcomes.length).toBeLessThan(1_100)
})
