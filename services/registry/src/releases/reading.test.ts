import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@aangan/contracts/manifest'
import { findUnknownKey } from '@aangan/contracts/unknown-key'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeFirstFolder } from '../testing/first-folder.ts'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'
import { openFolder, type ReleaseDraft, writeBuild } from '../testing/releases.ts'
import { FirstRelease } from './first-release.ts'
import { publishRelease } from './publish.ts'
import { openReleases } from './releases.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const OURS = readdirSync(ROOT).filter((folder) => existsSync(join(ROOT, folder, 'manifest.json')))
const guides = { name: 'mfe-guides', routes: [{ path: '/guides', title: 'Guides' }] } satisfies ReleaseDraft
const LIVE = { shell: '1.0.0', 'mfe-guides': '2.0.0' }

let registry: RunningRegistry

beforeEach(async () => {
  const releases = [{ name: 'shell' }, guides, { ...guides, version: '2.0.0' }]
  registry = await startRegistry({ releases, posts: () => undefined })
})

afterEach(() => registry.close())

const file = (...path: string[]) => registry.releaseFile('mfe-guides', ...path)

/** Any publication makes the registry read all releases again. */
async function readAgain(): Promise<void> {
  await registry.publish({ name: 'shell', version: '1.0.1' })
}

describe('a release of a newer build', () => {
  const withNewKeys: ReleaseDraft['alter'] = ({ manifest, ...release }) => ({
    ...release,
    signature: 'x',
    manifest: { ...manifest, theme: 'dark', routes: manifest?.routes.map((route) => ({ ...route, icon: 'x' })) },
  })

  it('is read without the keys that this registry does not know', async () => {
    await registry.publish({ ...guides, version: '3.0.0', alter: withNewKeys })
    expect(await registry.versions()).toMatchObject({ 'mfe-guides': '3.0.0' })
    await registry.restart()
    expect(await registry.versions()).toMatchObject({ 'mfe-guides': '3.0.0' })
  })

  it.each(OURS)(
    'can be read by registries before contracts, which refuse what they do not know: %s',
    async (folder) => {
      const { name, ...manifest } = JSON.parse(await readFile(join(ROOT, folder, 'manifest.json'), 'utf8'))
      const version = '3.0.0'
      const screens = manifest.routes.flatMap(({ preload = [] }: { preload?: string[] }) => preload)
      const alter = ({ exposes, ...release }: Release) => {
        const none = screens.map((screen: string) => [screen, { js: [], css: [] }])
        return withNewKeys({ ...release, exposes: { ...Object.fromEntries(none), ...exposes } })
      }
      await registry.publish({ ...manifest, name, version, contract: 1, react: '^19.0.0', alter })
      const release = JSON.parse(await readFile(registry.releaseFile(name, version, 'release.json'), 'utf8'))
      expect([...Value.Errors(FirstRelease, release)]).toEqual([])
      expect(findUnknownKey(FirstRelease, release)).toBe(null)
      const channels = JSON.parse(await readFile(registry.releaseFile(name, 'channels.json'), 'utf8'))
      expect(channels.stable).toBe(version)
    },
  )

  it.each([
    [
      2,
      'is built for contract 2, and this site accepts contract 1: build it with the packages of this site (npm run pack), or upgrade',
    ],
    [9, 'is built for contract 9'],
  ])('is refused with the contract %s', async (contract, words) => {
    await expect(registry.publish({ ...guides, version: '3.0.0', contract })).rejects.toThrow(words)
    expect(await registry.versions()).toEqual(LIVE)
  })
})

it('a live release may be from before a limit of its manifest', async () => {
  const release = JSON.parse(await readFile(file('2.0.0/delivered.json'), 'utf8'))
  const long = 'x'.repeat(1_000)
  release.manifest.routes = [{ ...guides.routes[0], title: long, description: long, signedIn: long }]
  release.manifest.nav = Array(30).fill({ path: '/guides', label: long, order: 1, for: 'everyone', area: 'main' })
  await writeFile(file('2.0.0/delivered.json'), JSON.stringify(release))
  await registry.restart()
  expect(await registry.versions()).toEqual(LIVE)
  expect(await registry.unreadable()).toBe(0)
})

it('a live release lacks only what nobody needs any more', async () => {
  const release = JSON.parse(await readFile(file('2.0.0/delivered.json'), 'utf8'))
  delete release.manifest.budget
  await writeFile(file('2.0.0/delivered.json'), JSON.stringify(release))
  await registry.restart()
  expect(await registry.versions()).toEqual(LIVE)
  expect(await registry.unreadable()).toBe(0)
})

it('a folder from before there were contracts is served, and the next release of a remote joins it', async () => {
  await rm(registry.folders.releases, { recursive: true })
  await writeFirstFolder(registry.folders.releases)
  await registry.restart()
  expect(await registry.versions()).toEqual({ shell: '1.0.0', 'mfe-listings': '1.0.0' })
  await registry.publish({ name: 'mfe-listings', version: '1.1.0', routes: [{ path: '/list', title: 'Homes' }] })
  expect(await registry.versions()).toMatchObject({ 'mfe-listings': '1.1.0' })
  await registry.change('mfe-listings', { action: 'rollback' })
  expect(await registry.versions()).toMatchObject({ 'mfe-listings': '1.0.0' })
})

/** With the version that a running registry serves afterwards: without the files of 2.0.0, the one before. */
const FAILURES: [string, () => Promise<unknown>, string?][] = [
  ['a half-written release.json', () => writeFile(file('2.0.0/delivered.json'), '{"name": "mfe-gui')],
  ['a deleted release', () => rm(file('2.0.0'), { recursive: true }), '1.0.0'],
  ['a deleted file', () => rm(file('2.0.0/entry.js')), '1.0.0'],
  ['a half-written channels.json', () => writeFile(file('channels.json'), '{"stable": "2.')],
  ['a channel that leads out', () => writeFile(file('channels.json'), '{"stable": "../../etc"}')],
  ['a deleted channels.json', () => rm(file('channels.json'))],
  ['a channels.json that cannot be read', () => replaceByFolder(file('channels.json'))],
]

async function replaceByFolder(path: string): Promise<void> {
  await rm(path)
  await mkdir(path)
}

describe.each(FAILURES)('%s', (what, damage, served = '2.0.0') => {
  it('takes nothing down, and is reported once', async () => {
    expect(await registry.versions()).toEqual(LIVE)
    await damage()
    for (const version of ['1.0.1', '1.0.2']) {
      await registry.publish({ name: 'shell', version })
      expect(await registry.versions()).toEqual({ shell: version, 'mfe-guides': served })
    }
    expect((await registry.get('/guides')).statusCode).toBe(200)
    expect(await registry.unreadable()).toBe(1)
    expect(
      registry.logged().match(/the release of mfe-guides cannot be used: the last good one is served/g),
    ).toHaveLength(1)
  })

  it('does not hinder a start, and the next release repairs it', async () => {
    await damage()
    await registry.restart()
    expect((await registry.get('/guides')).statusCode).toBe(200)
    if (what.endsWith('that cannot be read')) await rm(file('channels.json'), { recursive: true })
    await registry.publish({ ...guides, version: '2.0.0' })
    expect(await registry.versions()).toEqual(LIVE)
    expect(await registry.unreadable()).toBe(0)
  })
})

it('pages go on while the whole folder is away', async () => {
  expect(await registry.versions()).toEqual(LIVE)
  const { releases } = registry.folders
  await rename(releases, `${releases}-away`)
  expect(await registry.versions()).toEqual(LIVE)
  expect(await registry.unreadable()).toBe(1)
  await rename(`${releases}-away`, releases)
  expect(await registry.versions()).toEqual(LIVE)
  expect(await registry.unreadable()).toBe(0)
})

it('what could not be read is read again by itself after some seconds', async () => {
  const { path, remove } = await openFolder()
  const dir = join(path, 'releases')
  let time = 0
  for (const draft of [{ name: 'shell' }, guides]) {
    await publishRelease({ from: await writeBuild(path, draft), releasesDir: dir })
  }
  const description = join(dir, 'mfe-guides/1.0.0/delivered.json')
  await rename(description, `${description}.away`)
  await rm(join(dir, 'mfe-guides/1.0.0/release.json'))
  const parts = { log: createLog({ level: 'silent' }), metrics: createMetrics(), clock: () => time }
  const releases = openReleases(dir, parts)
  expect([...(await releases.current()).keys()]).toEqual(['shell'])
  await rename(`${description}.away`, description)
  time = 5_000
  expect([...(await releases.current()).keys()].sort()).toEqual(['mfe-guides', 'shell'])
  await remove()
})

it('a folder of a release that was never published is no fault', async () => {
  await mkdir(registry.releaseFile('mfe-new', '.incoming-x'), { recursive: true })
  await readAgain()
  expect(await registry.versions()).toMatchObject({ 'mfe-guides': '2.0.0' })
  expect(await registry.unreadable()).toBe(0)
  expect(await readdir(registry.releaseFile('mfe-new'))).toEqual(['.incoming-x'])
})

it('a set of canaries goes to nobody while one of them cannot be read', async () => {
  const to = { share: 1, set: 'spring' }
  await registry.publish({ ...guides, version: '3.0.0' }, { to })
  await registry.publish({ name: 'mfe-other', version: '3.0.0' }, { to: { ...to, share: 0 } })
  await rm(registry.releaseFile('mfe-other/3.0.0/entry.js'))
  await readAgain()
  expect(await registry.versions()).toMatchObject({ 'mfe-guides': '2.0.0' })
})
