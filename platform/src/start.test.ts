import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { POSTS_MIGRATIONS } from '@aangan/posts/migrations'
import { createPostStore } from '@aangan/posts/store'
import { publishRelease } from '@aangan/registry/releases/publish'
import { bootIn } from '@aangan/registry/testing/embedded'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { demoListings } from './demo/listings.ts'
import { demoPeople } from './demo/people.ts'
import { run, startSiteProcess, testFolder } from './testing/site-process.ts'

/** Starts whole-site processes, which takes longer than a unit test. */
const PATIENCE = { timeout: 120_000 }

let folder: Awaited<ReturnType<typeof testFolder>>
let env: Record<string, string>

beforeEach(async ({ onTestFinished }) => {
  folder = await testFolder()
  // Not `afterEach`, which runs before the sites have stopped.
  onTestFinished(() => folder.remove())
  env = { DATA_DIR: folder.dataDir, TMPDIR: folder.tmp, PORT: '0' }
})

async function start(more: Record<string, string> = {}) {
  const site = await startSiteProcess({ ...env, ...more })
  onTestFinished(async () => void (await site.stop()))
  return site
}

async function failure(more: Record<string, string>): Promise<string> {
  const { ended, output } = run('main', { ...env, ...more })
  expect(await ended).toBe(1)
  expect(output.stdout).toBe('')
  expect(output.stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(await readdir(folder.tmp)).toEqual([])
  return output.stderr
}

/** For tests that need no listings: seeding takes as long as the start itself. */
const BARE = { DEMO: 'false' }

describe('a site', PATIENCE, () => {
  it('seeds demo listings once, keeps its secrets private and leaves nothing behind on exit', async () => {
    const { url, stop, output } = await start()
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(output.stdout).toContain('demo site')
    const [, password = ''] = /^Sign in as \S+ with the password (\S+)$/m.exec(output.stdout) ?? []
    expect(password).not.toBe('')
    const posts = await fetch(`${url}/posts`)
    expect(Number(posts.headers.get('x-total-count'))).toBeGreaterThanOrEqual(300)
    const cities = await fetch(`${url}/posts/cities`)
    expect(Object.keys(Object(await cities.json())).length).toBeGreaterThanOrEqual(25)
    expect(await (await fetch(url)).text()).toContain('<title>')
    const [sockets = ''] = await readdir(folder.tmp)
    expect((await stat(join(folder.tmp, sockets))).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder.dataDir, 'store'))).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder.dataDir, 'secrets', 'identity.pem'))).mode & 0o777).toBe(0o600)

    expect(await stop()).toBe(0)
    expect(output.stderr).toBe('')
    expect(await readdir(folder.tmp)).toEqual([])
    expect(await readdir(folder.dataDir)).not.toContain('site.json')
    // The log of a public site has no password in it.
    const again = await start({ SITE_URL: 'https://homes.example', DEMO: 'true' })
    expect(again.output.stdout).not.toContain('demo site')
    expect(again.output.stdout).toContain(join(folder.dataDir, 'secrets', 'demo-password'))
    expect(again.output.stdout).not.toContain(password)
    const found = await fetch(`${again.url}/posts`)
    expect(found.headers.get('x-total-count')).toBe(posts.headers.get('x-total-count'))
  })

  it('completes the demo site of an interrupted first start', async () => {
    const folderOfStore = join(folder.dataDir, 'store')
    await mkdir(folderOfStore, { recursive: true })
    const store = await openMigratedStore(`sqlite:${folderOfStore}`, { name: 'posts', migrations: POSTS_MIGRATIONS })
    const owners = demoPeople(new Date()).map(({ profile: { _id: id, username, avatar } }) => ({
      id,
      username,
      avatar,
    }))
    await createPostStore(store).add(demoListings(owners, new Date()).slice(0, 64))
    await store.close()
    const { url } = await start()
    expect(Number((await fetch(`${url}/posts`)).headers.get('x-total-count'))).toBeGreaterThanOrEqual(300)
  })

  it('starts without demo listings, again after SIGKILL, alone on its port and folder, and exits on SIGTERM despite an open connection', async () => {
    const bare = { ...BARE, TMPDIR: folder.path }
    const first = await start(bare)
    expect((await fetch(`${first.url}/posts`)).headers.get('x-total-count')).toBe('0')
    first.child.kill('SIGKILL')
    await first.ended
    const { url, child, ended } = await start(bare)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(await failure({})).toContain(`Another site (process ${child.pid}`)
    const port = Number(new URL(url).port)
    const message = await failure({ ...BARE, DATA_DIR: join(folder.path, 'other'), PORT: String(port) })
    expect(message).toContain(`PORT=${port} is already in use`)
    expect(message).toContain(`PORT=${port + 1}`)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})

it('what a team has deployed stays through a restart', PATIENCE, async () => {
  const releasesDir = join(folder.dataDir, 'releases')
  const name = 'mfe-static'
  await (await start(BARE)).stop()
  const { stable } = JSON.parse(await readFile(join(releasesDir, name, 'channels.json'), 'utf8'))
  const from = join(folder.path, 'team')
  await cp(join(releasesDir, name, stable), from, { recursive: true })
  const release = JSON.parse(await readFile(join(from, 'release.json'), 'utf8'))
  await writeFile(join(from, 'release.json'), JSON.stringify({ ...release, version: '0.0.1-team' }))
  await publishRelease({ from, releasesDir })

  const { url } = await start(BARE)
  const { remotes } = bootIn(await (await fetch(url)).text())
  expect(remotes[name]?.version).toBe('0.0.1-team')
})

describe('a site that cannot start explains in one line', PATIENCE, () => {
  it('that its folder is not writable', async () => {
    const file = join(folder.path, 'file')
    await writeFile(file, '')
    expect(await failure({ DATA_DIR: join(file, 'data') })).toContain(`DATA_DIR=${join(file, 'data')} is not writable`)
  })

  it('that a file of the site is missing, also from commands, and adds no demo listings', async () => {
    await (await start(BARE)).stop()
    const file = join(folder.dataDir, 'store', 'posts.db')
    await rm(file)
    const words = `${file} is missing`
    expect(await failure({})).toContain(words)
    const { ended, output } = run('migrate', env)
    expect([await ended, output.stderr]).toEqual([1, expect.stringContaining(words)])
    const list = join(folder.dataDir, 'site-files.txt')
    await writeFile(list, (await readFile(list, 'utf8')).replace('posts.db\n', ''))
    const { url } = await start({ DEMO: 'true' })
    expect((await fetch(`${url}/posts`)).headers.get('x-total-count')).toBe('0')
  })

  it('which variables are wrong, all of them', async () => {
    const message = await failure({ PORT: 'http', SITE_CURRENCY: 'gold', STORE_URL: 'mysql://here' })
    for (const part of ['PORT="http"', 'SITE_CURRENCY="gold"', 'STORE_URL=', 'one of usd, inr'])
      expect(message).toContain(part)
  })
})
