import { afterEach, beforeEach, expect, it } from 'vitest'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'
import { makeSlow } from '../testing/slow-file.ts'

let registry: RunningRegistry
beforeEach(async () => {
  registry = await startRegistry({ releases: [{ name: 'shell' }], posts: () => undefined })
})
afterEach(() => registry.close())

it('nobody waits for a publication that reads what is kept of its name, and it reads that once', async () => {
  for (const version of ['1.0.0', '2.0.0']) await registry.publish({ name: 'mfe-guides', version })
  const slow = await makeSlow(registry.releaseFile('mfe-guides/1.0.0/delivered.json'))
  const publication = registry.publish({ name: 'mfe-guides', version: '3.0.0' })
  await slow.isRead()
  await registry.publish({ name: 'mfe-other', version: '1.0.0' })
  await slow.finish()
  await publication
  expect(await registry.versions()).toMatchObject({ 'mfe-guides': '3.0.0', 'mfe-other': '1.0.0' })
})
