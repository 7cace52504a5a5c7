import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'
import { collectOld } from './collect.ts'

const DAY_MS = 24 * 3_600_000

let registry: RunningRegistry

beforeEach(async () => {
  registry = await startRegistry({ releases: [{ name: 'shell' }], posts: () => undefined })
  await publish('0.1.0')
})

afterEach(() => registry.close())

const publish = (version: string, how = {}) => registry.publish({ name: 'mfe-guides', version }, how)
const kept = async () =>
  (await readdir(registry.releaseFile('mfe-guides'))).filter((name) => name !== 'channels.json').sort()

/** Folders of versions that were never live, the first the oldest. */
async function addVersions(count: number): Promise<string[]> {
  const versions = Array.from({ length: count }, (_, at) => `0.0.${at}`)
  for (const [at, version] of versions.entries()) {
    await mkdir(registry.releaseFile('mfe-guides', version))
    await utimes(registry.releaseFile('mfe-guides', version), at, at)
  }
  return versions
}

/** As if all that the audit says was done this long ago. */
async function age(days: number): Promise<void> {
  const file = registry.releaseFile('audit.jsonl')
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  const at = new Date(Date.now() - days * DAY_MS).toISOString()
  await writeFile(file, lines.map((line) => `${JSON.stringify({ ...JSON.parse(line), at })}\n`).join(''))
}

it('a publication keeps 20 versions, with its own', async () => {
  const versions = await addVersions(25)
  await publish('0.2.0')
  // 0.1.0 is newer than all of these.
  expect(await kept()).toEqual([...versions.slice(-18), '0.1.0', '0.2.0'].sort())
})

it('keeps what a channel names, however old', async () => {
  await publish('0.2.0', { to: { share: 0.1 } })
  await age(30)
  for (const version of ['0.1.0', '0.2.0']) await utimes(registry.releaseFile('mfe-guides', version), 0, 0)
  await addVersions(25)
  await publish('0.3.0', { to: { share: 0.2 } })
  expect(await kept()).toEqual(expect.arrayContaining(['0.1.0', '0.2.0', '0.3.0']))
})

it.each([
  [6, true],
  [8, false],
])('open tabs may need what was live %i days ago: %s', async (days, isKept) => {
  await publish('0.2.0')
  await age(days)
  await utimes(registry.releaseFile('mfe-guides', '0.1.0'), 0, 0)
  await addVersions(25)
  await publish('0.3.0')
  expect((await kept()).includes('0.1.0')).toBe(isKept)
})

it('only renames old versions, and a publication removes what a killed one has left', async () => {
  await addVersions(25)
  await mkdir(registry.releaseFile('mfe-guides', '.incoming-1'))
  const collected = await collectOld(registry.folders.releases, 'mfe-guides', { keep: '0.2.0' })
  const hidden = async () => (await kept()).filter((name) => name.startsWith('.'))
  expect(collected.sort()).toEqual((await hidden()).map((name) => registry.releaseFile('mfe-guides', name)))
  expect(collected).toHaveLength(8)
  await publish('0.2.0')
  expect(await hidden()).toEqual([])
})

it('deletes nothing while it is unknown what is live', async () => {
  const versions = await addVersions(25)
  await writeFile(registry.releaseFile('mfe-guides', 'channels.json'), '{')
  await collectOld(registry.folders.releases, 'mfe-guides', { keep: '0.2.0' })
  expect(await kept()).toEqual([...versions, '0.1.0'].sort())
})
