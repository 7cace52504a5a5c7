import { readdir } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { afterEach, expect, it } from 'vitest'
import { createDeploying, GUIDES } from '../testing/deploying.ts'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'

let registry: RunningRegistry
afterEach(() => registry.close())

async function start(env: Record<string, string>) {
  registry = await startRegistry({ releases: [{ name: 'shell' }], posts: () => undefined, env })
  const deploying = createDeploying(registry)
  const { token } = await deploying.tokenOf(GUIDES.name)
  const send = async (version: string, bytes = 4) => {
    const files = { 'page.js': 'x'.repeat(bytes) }
    return await deploying.send(token, await deploying.pack({ ...GUIDES, version, files, budget: { '/guides': 1e8 } }))
  }
  return { send, deploying, token, headers: deploying.headersOf(token) }
}

it('a nearly full disk takes no deploys, while pages and rollbacks go on', async () => {
  // More than any disk has.
  const { send, headers } = await start({ RELEASES_MIN_FREE_MB: String(1e12) })
  for (const version of ['1.0.0', '2.0.0']) await registry.publish({ ...GUIDES, version })
  const { status, message } = await send('3.0.0')
  expect([status, message]).toEqual([507, expect.stringContaining('the disk with the releases is full')])
  expect(registry.logged()).toMatch(/bytes free; RELEASES_MIN_FREE_MB is 1000000000000/)
  const url = `/releases/${GUIDES.name}/channels`
  const back = await registry.app.inject({ method: 'PUT', url, headers, payload: { action: 'rollback' } })
  expect([back.statusCode, back.json().stable]).toEqual([200, '1.0.0'])
  expect((await registry.get('/guides')).statusCode).toBe(200)
})

it('the versions of a remote have a limit in bytes, which refuses a deploy and says why', async () => {
  const { send } = await start({ RELEASES_KEPT_MB: '5' })
  expect(await send('1.0.0', 3_900_000)).toMatchObject({ status: 201 })
  const { status, message } = await send('2.0.0', 1_200_000)
  expect([status, message]).toEqual([
    409,
    'mfe-guides 2.0.0 is refused: 4 MB of mfe-guides are kept, and with this version it would be more than 5 MB: open tabs may need what was live within the last 7 days. Deploy less often or less, or ask the operators of the site for more (RELEASES_KEPT_MB).',
  ])
  expect(await send('1.0.0', 3_900_000)).toMatchObject({ status: 200 })
  expect(await send('2.0.0')).toMatchObject({ status: 201 })
  // An operator may.
  await registry.publish({ ...GUIDES, version: '3.0.0' })
  expect(await registry.versions()).toMatchObject({ 'mfe-guides': '3.0.0' })
})

it('small versions have it, too: each counts for a megabyte', async () => {
  const { send } = await start({ RELEASES_KEPT_MB: '2' })
  for (const version of ['1.0.0', '2.0.0']) expect(await send(version)).toMatchObject({ status: 201 })
  expect(await send('3.0.0')).toMatchObject({ status: 409 })
})

it('many small files have it, too: each takes a block of the disk', async () => {
  const { deploying, token } = await start({ RELEASES_KEPT_MB: '3' })
  const files = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`picture-${at}.svg`, '<svg/>']))
  const send = async (version: string) => deploying.send(token, await deploying.pack({ ...GUIDES, version, files }))
  expect(await send('1.0.0')).toMatchObject({ status: 201 })
  expect(await send('2.0.0')).toMatchObject({ status: 409, message: expect.stringContaining('2 MB of mfe-guides') })
})

it('of one token, one deploy at a time is received, and those of others go on', async () => {
  const { deploying, token } = await start({})
  const archive = await deploying.pack(GUIDES)
  const [first, second] = [new PassThrough(), new PassThrough()]
  const headers = { ...deploying.headersOf(token), 'content-type': 'application/gzip' }
  const answers = [first, second].map(
    async (payload) =>
      (await registry.app.inject({ method: 'POST', url: `/releases/${GUIDES.name}`, headers, payload })).statusCode,
  )
  const arriving = () => readdir(registry.releaseFile('.uploads')).catch(ifMissing([]))
  await expect.poll(arriving).toHaveLength(1)
  const { token: ofOthers } = await deploying.tokenOf('mfe-a')
  const other = await deploying.pack({ name: 'mfe-a' })
  expect(await deploying.send(ofOthers, other, { name: 'mfe-a' })).toMatchObject({ status: 201 })
  expect(await arriving()).toHaveLength(1)
  for (const upload of [first, second]) upload.end(archive)
  expect((await Promise.all(answers)).sort()).toEqual([200, 201])
})
