import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { changeChannels } from '@aangan/registry/releases/change'
import { publishRelease } from '@aangan/registry/releases/publish'
import { openFolder, type ReleaseDraft, writeBuild } from '@aangan/registry/testing/releases'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Built, publishBuilt } from './web-parts.ts'

let folder: Awaited<ReturnType<typeof openFolder>>
let releases: string

beforeEach(async () => {
  folder = await openFolder()
  releases = join(folder.path, 'releases')
  await build({ name: 'shell' })
  await build({ name: 'mfe-static', routes: [{ path: '/about', title: 'About' }] })
  await publish()
})

afterEach(() => folder.remove())

/** Writes a web part as its build would. */
async function build(draft: ReleaseDraft): Promise<void> {
  const part = join(folder.path, 'project', draft.name)
  await mkdir(part, { recursive: true })
  if (draft.name !== 'shell') await writeFile(join(part, 'manifest.json'), '{}')
  await rm(join(part, 'dist'), { recursive: true, force: true })
  await rename(await writeBuild(part, draft), join(part, 'dist'))
}

function publish(replace = false): Promise<Built> {
  return publishBuilt(releases, { root: join(folder.path, 'project'), replace })
}

async function stable(name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(releases, name, 'channels.json'), 'utf8')).stable
}

it('a remote that claims another one’s route is refused in one line, and all others are published', async () => {
  await build({ name: 'mfe-about', routes: [{ path: '/about', title: 'Mine' }] })
  await build({ name: 'mfe-static', version: '2.0.0', routes: [{ path: '/about', title: 'About' }] })
  const { refused } = await publish()
  expect(refused).toEqual([
    expect.stringMatching(/^mfe-about 1.0.0 is refused: it claims \/about, which is mfe-static's\./),
  ])
  expect(await stable('mfe-static')).toBe('2.0.0')
  await expect(stable('mfe-about')).rejects.toThrow('ENOENT')
})

it('a route can move between remotes in one start, in any publishing order', async () => {
  await build({ name: 'mfe-about', routes: [{ path: '/about', title: 'Mine' }] })
  await build({ name: 'mfe-static', version: '2.0.0', routes: [{ path: '/', title: 'Home' }] })
  expect((await publish()).refused).toEqual([])
  expect(await stable('mfe-about')).toBe('1.0.0')
})

it('a broken shell aborts the start', async () => {
  await rm(join(folder.path, 'project', 'shell', 'dist'), { recursive: true })
  await expect(publish()).rejects.toThrow('npm run build')
})

describe('what ships in an image or a checkout', () => {
  const ABOUT = [{ path: '/about', title: 'About' }]
  const buildStatic = (version: string) => build({ name: 'mfe-static', version, routes: ABOUT })
  const KEPT = ['mfe-static stays at 1.1.0, which was deployed']

  async function deploy(version: string): Promise<void> {
    const from = await writeBuild(folder.path, { name: 'mfe-static', version, routes: ABOUT })
    await publishRelease({ from, releasesDir: releases })
  }

  it('replaces what has shipped before, older or newer', async () => {
    for (const version of ['2.0.0', '1.0.0']) {
      await buildStatic(version)
      expect(await publish()).toEqual({ refused: [], kept: [] })
      expect(await stable('mfe-static')).toBe(version)
    }
  })

  it.each(['2.0.0', '0.9.0', '1.0.0'])('does not replace what a team has deployed, with %s', async (shipped) => {
    await deploy('1.1.0')
    await buildStatic(shipped)
    expect(await publish()).toEqual({ refused: [], kept: KEPT })
    expect(await stable('mfe-static')).toBe('1.1.0')
  })

  it('does not undo a rollback', async () => {
    await buildStatic('2.0.0')
    await publish()
    await changeChannels(releases, 'mfe-static', { action: 'rollback' }, { by: 'Asha' })
    expect(await stable('mfe-static')).toBe('1.0.0')
    for (const shipped of ['2.0.0', '3.0.0']) {
      await buildStatic(shipped)
      await publish()
      expect(await stable('mfe-static')).toBe('1.0.0')
    }
  })

  it('leaves a pinned release alone', async () => {
    await changeChannels(releases, 'mfe-static', { action: 'pin' }, { by: 'Asha' })
    await buildStatic('2.0.0')
    await publish()
    expect(await stable('mfe-static')).toBe('1.0.0')
  })

  it('stays with the team that has deployed the very build', async () => {
    await deploy('1.0.0')
    await buildStatic('2.0.0')
    await publish()
    expect(await stable('mfe-static')).toBe('1.0.0')
  })

  it('replaces all if the operator says so, and from then on by itself', async () => {
    await deploy('1.1.0')
    await buildStatic('2.0.0')
    expect(await publish(true)).toEqual({ refused: [], kept: [] })
    await buildStatic('3.0.0')
    await publish()
    expect(await stable('mfe-static')).toBe('3.0.0')
  })

  it('does not take over a folder of releases whose channel of a team is broken', async () => {
    await deploy('1.1.0')
    await writeFile(join(releases, 'mfe-static/channels.json'), '{')
    expect((await publish()).kept).toEqual(KEPT)
  })

  it('goes to a new React as a whole, but not past a remote that a team has deployed', async () => {
    await build({ name: 'shell', version: '2.0.0', react: '20.0.0' })
    await build({ name: 'mfe-static', version: '2.0.0', routes: ABOUT, react: '^20.0.0' })
    expect((await publish()).refused).toEqual([])
    const from = await writeBuild(folder.path, { name: 'mfe-guides', react: '^20.0.0' })
    await publishRelease({ from, releasesDir: releases })
    await build({ name: 'shell', version: '3.0.0', react: '21.0.0' })
    const { refused } = await publish()
    expect(refused).toEqual([
      expect.stringMatching(/^shell 3.0.0 is refused: it ends mfe-guides 1.0.0: React \^20.0.0/),
    ])
    expect(await stable('shell')).toBe('2.0.0')
  })
})
