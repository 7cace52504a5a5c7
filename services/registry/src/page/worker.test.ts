import { LOCAL_VERSION } from '@aangan/contracts/override'
import { WORKER_URL } from '@aangan/contracts/page'
import { expect, onTestFinished, test } from 'vitest'
import { startRegistry } from '../testing/registry.ts'

test.each([
  ['opens pages', '1.0.0', 'on', /'fetch'/],
  ['leaves, if it is off', '1.0.0', 'off', /unregister/],
  ['leaves a site in development', LOCAL_VERSION, 'on', /unregister/],
] as const)('the worker %s', async (_does, version, SERVICE_WORKER, expected) => {
  const registry = await startRegistry({
    releases: [{ name: 'shell', version }],
    posts: () => undefined,
    env: { SERVICE_WORKER },
  })
  onTestFinished(() => registry.close())
  const { headers, body } = await registry.app.inject(WORKER_URL)
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'service-worker-allowed': '/' })
  expect(body).toMatch(expected)
  expect(() => new Function(body)).not.toThrow()
})
