import { expect, onTestFinished, test } from 'vitest'
import { startSite } from './testing/site.ts'

const MANY = 60

test.each([
  ['that are refused', { method: 'POST', path: '/posts', headers: { origin: 'https://evil.example' } }, 403],
  ["of the gateway's own pages", { method: 'GET', path: '/docs/static/swagger-ui.css', headers: {} }, 200],
])('requests %s begin one after the other, those of others meanwhile', async (_, { headers, ...request }, status) => {
  const site = await startSite({ config: { TRUST_PROXY: '1' } })
  onTestFinished(() => site.close())
  const statuses: number[] = []
  async function ask(address: string) {
    const answer = await site.send({ ...request, headers: { 'x-forwarded-for': address, ...headers } })
    statuses.push(answer.status)
  }
  const many = Array.from({ length: MANY }, () => ask('1.1.1.1'))
  await expect.poll(() => statuses.length).toBeGreaterThan(0)
  await ask('2.2.2.2')
  expect(statuses.length).toBeLessThan(MANY)
  await Promise.all(many)
  expect(new Set(statuses)).toEqual(new Set([status]))
})
