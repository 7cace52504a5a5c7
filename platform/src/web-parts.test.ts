import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publishRelease } from '@aangan/registry/releases/publish'
import { openFolder, type ReleaseDraft, writeBuild } from '@aangan/registry/testing/releases'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { publishChanged } from './release/changed.ts'
import { publishBuilt } from './web-parts.ts'

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

function publish(): Promise<string[]> {
  return publishBuilt(releases, join(folder.path, 'project'))
}

async function stable(name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(releases, name, 'channels.json'), 'utf8')).stable
}

it('a remote that claims another one’s route is refused in one line, and all others are published', async () => {
  await build({ name: 'mfe-about', routes: [{ path: '/about', title: 'Mine' }] })
  await build({ name: 'mfe-static', version: '2.0.0', routes: [{ path: '/about', title: 'About' }] })
  expect(await publish()).toEqual(["mfe-about 1.0.0 is refused: it claims /about, which is mfe-static's."])
  expect(await stable('mfe-static')).toBe('2.0.0')
  await expect(stable('mfe-about')).rejects.toThrow('ENOENT')
})

it('a route can move between remotes in one start, in any publishing order', async () => {
  await build({ name: 'mfe-about', routes: [{ path: '/about', title: 'Mine' }] })
  await build({ name: 'mfe-static', version: '2.0.0', routes: [{ path: '/', title: 'Home' }] })
  expect(await publish()).toEqual([])
  expect(await stable('mfe-about')).toBe('1.0.0')
})

it('a broken shell aborts the start', async () => {
  await rm(join(folder.path, 'project', 'shell', 'dist'), { recursive: true })
  await expect(publish()).rejects.toThrow('npm run build')
})

describe('only changed builds', () => {
  const ABOUT = [{ path: '/about', title: 'About' }]
  const publishAgain = () => publishChanged(releases, join(folder.path, 'project'))

  it('do not undo what was released since', async () => {
    expect(await publishAgain()).toEqual({ names: ['mfe-static', 'shell'], refused: [] })
    const team = await writeBuild(folder.path, { name: 'mfe-static', version: '1.1.0', routes: ABOUT })
    await publishRelease({ from: team, releasesDir: releases })
    expect((await publishAgain()).names).toEqual([])
    await build({ name: 'shell', version: '2.0.0' })
    expect((await publishAgain()).names).toEqual(['shell'])
    expect([await stable('shell'), await stable('mfe-static')]).toEqual(['2.0.0', '1.1.0'])
    await build({ name: 'mfe-static', version: '2.0.0', routes: ABOUT })
    expect((await publishAgain()).names).toEqual(['mfe-static'])
    expect(await stable('mfe-static')).toBe('2.0.0')
  })

  it('that are refused are tried again', async () => {
    await build({ name: 'mfe-about', routes: ABOUT })
    for (const names of [['mfe-static', 'shell'], []]) {
      const published = await publishAgain()
      expect(published).toEqual({ names, refused: [expect.stringContaining('mfe-about 1.0.0 is refused')] })
    }
  })
})
