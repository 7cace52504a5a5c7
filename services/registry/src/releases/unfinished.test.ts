import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'
import { readChannels, writeChannels } from './channels.ts'
import { setWrites } from './set-writes.ts'
import { writeTogether } from './unfinished.ts'

const NAMES = ['mfe-agents', 'mfe-guides']

let registry: RunningRegistry
beforeEach(async () => {
  registry = await startRegistry({ releases: [{ name: 'shell' }], posts: () => undefined })
  for (const name of NAMES) {
    await registry.publish({ name })
    await registry.publish({ name, version: '2.0.0' }, { to: { share: 0.5, set: 'spring' } })
  }
})
afterEach(() => registry.close())

/** Begins to promote the set, and ends after so many writes, as if the process was killed. */
async function promotePartly(writes: number): Promise<void> {
  const dir = registry.folders.releases
  const before = await Promise.all(
    NAMES.map(async (name) => ({ name, channels: (await readChannels(dir, name)) ?? {} })),
  )
  const after = before.map(({ name, channels: { canary: _promoted, ...rest } }) => ({
    name,
    channels: { ...rest, stable: '2.0.0' },
  }))
  const all = setWrites(before, after, 'promote')
  const first = registry.releaseFile('mfe-agents', 'channels.json')
  await rename(first, `${first}.away`)
  await mkdir(first)
  await expect(writeTogether(dir, all)).rejects.toMatchObject({ code: 'EISDIR' })
  await rm(first, { recursive: true })
  await rename(`${first}.away`, first)
  for (const { name, channels } of all.slice(0, writes)) await writeChannels(dir, name, channels)
}

const channels = () => Promise.all(NAMES.map((name) => readChannels(registry.folders.releases, name)))
const PROMOTED = NAMES.map(() => ({ stable: '2.0.0', from: 'deploy' }))

describe.each([0, 1, 2, 3, 4])('a promotion that was killed after %i of 4 writes', (writes) => {
  it('is finished by the next start', async () => {
    await promotePartly(writes)
    await registry.restart()
    expect(await channels()).toEqual(PROMOTED)
    expect(await registry.versions()).toMatchObject({ 'mfe-agents': '2.0.0', 'mfe-guides': '2.0.0' })
  })

  it('is finished by the next change, of whatever it is', async () => {
    await promotePartly(writes)
    await registry.change('shell', { action: 'pin' })
    expect(await channels()).toEqual(PROMOTED)
    await registry.change('mfe-guides', { action: 'rollback', version: '1.0.0' })
    expect((await channels()).map((each) => each?.stable)).toEqual(['2.0.0', '1.0.0'])
  })
})

it('does not bring back a remote that was withdrawn meanwhile, and hinders no change', async () => {
  await promotePartly(1)
  await rm(registry.releaseFile('mfe-agents'), { recursive: true })
  await registry.change('shell', { action: 'pin' })
  expect(await registry.versions()).toEqual({ shell: '1.0.0', 'mfe-guides': '2.0.0' })
  expect(await readdir(registry.folders.releases)).not.toContain('mfe-agents')
})
