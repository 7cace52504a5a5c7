import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { publishRelease } from '@aangan/registry/releases/publish'
import { openFolder, writeBuild } from '@aangan/registry/testing/releases'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { run } from '../testing/site-process.ts'

let folder: Awaited<ReturnType<typeof openFolder>>
beforeEach(async () => {
  folder = await openFolder()
})
afterEach(() => folder.remove())

async function release(...args: string[]) {
  const { ended, output } = run('release', { RELEASES_DIR: join(folder.path, 'releases') }, args)
  return { code: await ended, ...output }
}

it('publishes a build, and rolls back to an older one', { timeout: 60_000 }, async () => {
  const build = (version: string) => writeBuild(folder.path, { name: 'mfe-about', version })
  const [first, second] = [await build('1.0.0'), await build('2.0.0')]
  expect(await release(first)).toMatchObject({ code: 0, stdout: 'mfe-about 1.0.0 is live now\n' })
  expect((await release(second)).stdout).toBe('mfe-about 2.0.0 is live now\n')
  await rm(first, { recursive: true })
  const kept = join(folder.path, 'releases/mfe-about/1.0.0')
  expect((await release(kept)).stdout).toBe('mfe-about 1.0.0 is live now\n')
  expect((await release(kept)).stdout).toBe('mfe-about 1.0.0 is already live\n')
})

it('promotes a canary, pins and unpins', { timeout: 60_000 }, async () => {
  const build = (version: string) => writeBuild(folder.path, { name: 'mfe-about', version })
  const releasesDir = join(folder.path, 'releases')
  await release(await build('1.0.0'))
  await publishRelease({ from: await build('2.0.0'), releasesDir, to: { share: 0.1 } })
  expect(await release('--pin', 'mfe-about')).toMatchObject({ stdout: 'mfe-about 1.0.0 is stable, and pinned\n' })
  expect((await release('--promote', 'mfe-about')).stderr).toContain('pinned to 1.0.0')
  expect(await release('--unpin', 'mfe-about')).toMatchObject({ stdout: 'mfe-about 1.0.0 is stable\n' })
  expect(await release('--promote', 'mfe-about')).toMatchObject({ code: 0, stdout: 'mfe-about 2.0.0 is stable\n' })
})

it('explains an invalid build or target folder in one line', { timeout: 60_000 }, async () => {
  const broken = await release(folder.path)
  expect(broken).toMatchObject({ code: 1, stdout: '' })
  expect(broken.stderr).toMatch(/^release: .*release\.json is refused: .*\. Build it again\.\n$/)
  const both = await release('--all', folder.path)
  expect(both).toMatchObject({ code: 1, stderr: 'release: --all takes no folders: it releases all builds\n' })
})

it('takes the folder of a single-process site, and makes none where no site would find it', {
  timeout: 60_000,
}, async () => {
  const from = await writeBuild(folder.path, { name: 'mfe-about' })
  const releaseWith = async (DATA_DIR: string) => {
    const { ended, output } = run('release', { DATA_DIR }, [from])
    return { code: await ended, ...output }
  }
  const absent = await releaseWith(join(folder.path, 'absent'))
  expect([absent.code, absent.stderr]).toEqual([
    1,
    expect.stringMatching(/absent\/releases does not exist: set RELEASES_DIR/),
  ])
  await mkdir(join(folder.path, 'releases'))
  expect(await releaseWith(folder.path)).toMatchObject({ code: 0, stdout: 'mfe-about 1.0.0 is live now\n' })
})
