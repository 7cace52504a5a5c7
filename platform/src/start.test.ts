import { once } from 'node:events'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { run, startSiteProcess, testFolder } from './testing/site-process.ts'

/** Processes of the whole site: their start takes longer than a unit's. */
const PATIENCE = { timeout: 120_000 }

let folder: Awaited<ReturnType<typeof testFolder>>
let env: Record<string, string>

beforeEach(async () => {
  folder = await testFolder()
  env = { DATA_DIR: folder.dataDir, TMPDIR: folder.tmp, PORT: '0' }
})

afterEach(() => folder.remove())

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

/** Where it does not matter what is listed: to make a demo site takes as long as the start itself. */
const BARE = { DEMO: 'false' }

describe('a site', PATIENCE, () => {
  it('starts with demo listings, made once, keeps its secrets to itself and ends with nothing left behind', async () => {
    const { url, stop, output } = await start()
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(output.stdout).toContain('demo site')
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
    const again = await start()
    expect(again.output.stdout).not.toContain('demo site')
    const found = await fetch(`${again.url}/posts`)
    expect(found.headers.get('x-total-count')).toBe(posts.headers.get('x-total-count'))
  })

  it('starts without listings where none are wanted, and again after it was killed', async () => {
    const first = await start(BARE)
    expect((await fetch(`${first.url}/posts`)).headers.get('x-total-count')).toBe('0')
    first.child.kill('SIGKILL')
    await first.ended
    const { url } = await start(BARE)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  it('ends on SIGTERM while someone keeps a connection open', async () => {
    const { url, child, ended } = await start(BARE)
    await fetch(`${url}/healthz`)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})

describe('a site that cannot start says in one line', PATIENCE, () => {
  it('that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as { port: number }
    const message = await failure({ ...BARE, PORT: String(port) })
    expect(message).toContain(`PORT=${port} is taken by another process`)
    expect(message).toContain(`PORT=${port + 1}`)
  })

  it('that its folder cannot be written', async () => {
    const file = join(folder.path, 'file')
    await writeFile(file, '')
    expect(await failure({ DATA_DIR: join(file, 'data') })).toContain(
      `DATA_DIR=${join(file, 'data')} cannot be written`,
    )
  })

  it('which variables are wrong, all of them', async () => {
    const message = await failure({ PORT: 'http', SITE_CURRENCY: 'gold', STORE_URL: 'mysql://here' })
    for (const part of ['PORT="http"', 'SITE_CURRENCY="gold"', 'STORE_URL=', 'one of usd, inr'])
      expect(message).toContain(part)
  })

  it('that another site lives in its folder', async () => {
    const { child } = await start({ ...BARE, TMPDIR: folder.path })
    expect(await failure({})).toContain(`Another site (process ${child.pid}`)
  })
})
