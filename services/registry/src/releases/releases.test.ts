import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { ReleaseName } from '@aangan/contracts/releases'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bootIn } from '../testing/embedded.ts'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'
import { type ReleaseDraft, writeBuild } from '../testing/releases.ts'
import { publishRelease } from './publish.ts'

const listings = {
  name: 'mfe-listings',
  routes: [
    { path: '/list', title: 'Homes' },
    { path: '/{id}', title: 'Home' },
  ],
  files: { 'remote.js': 'remote' },
} satisfies ReleaseDraft

const ENTRY = { path: '/mine', label: 'Mine', order: 1, for: 'everyone', area: 'main' } as const

let registry: RunningRegistry

beforeEach(async () => {
  registry = await startRegistry({ releases: [{ name: 'shell' }, listings], posts: () => undefined })
})

afterEach(() => registry.close())

const get: RunningRegistry['get'] = (...args) => registry.get(...args)
const publish: RunningRegistry['publish'] = (draft) => registry.publish(draft)

/** As if its folder was copied here; its name sorts first. */
async function putByHand(draft: ReleaseDraft): Promise<void> {
  const { name, version = '1.0.0' } = draft
  await mkdir(registry.releaseFile(name), { recursive: true })
  await cp(await writeBuild(registry.folders.builds, draft), registry.releaseFile(name, version), { recursive: true })
  await writeFile(registry.releaseFile(name, 'channels.json'), JSON.stringify({ stable: version }))
}

describe('a file of a release', () => {
  const url = '/r/mfe-listings/1.0.0/remote.js'

  it('is cached for a year', async () => {
    const { statusCode, headers, body } = await get(url)
    expect([statusCode, body]).toEqual([200, 'remote'])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toMatch(/javascript/)
    expect((await get(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
    expect((await registry.app.inject({ method: 'HEAD', url })).headers['content-length']).toBe('6')
  })

  it('is sent precompressed', async () => {
    const from = await writeBuild(registry.folders.builds, {
      ...listings,
      version: '2.0.0',
      files: { 'remote.js': 'plain' },
    })
    await writeFile(join(from, 'remote.js.br'), brotliCompressSync('plain'))
    await publishRelease({ from, releasesDir: registry.folders.releases })
    const { headers, rawPayload } = await get('/r/mfe-listings/2.0.0/remote.js', { 'accept-encoding': 'br, gzip' })
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringMatching(/accept-encoding/i) })
    expect(headers['content-type']).toMatch(/javascript/)
    expect(rawPayload).toEqual(brotliCompressSync('plain'))
  })

  it.each([
    '/r/mfe-listings/1.0.0/absent.js',
    '/r/mfe-listings/channels.json',
    '/r/mfe-listings/1.0.0/',
    '/r/mfe-listings/1.0.0/..%2f..%2fchannels.json',
    '/r/..%2f..%2fetc%2fpasswd/1/passwd',
    '/r/',
    '/r/mfe-listings/.hidden/remote.js',
  ])('is not served: %s', async (path) => {
    const { statusCode, headers, json } = await get(path)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(statusCode).toBeLessThan(500)
    expect(headers['cache-control'] ?? '').not.toMatch(/immutable/)
    expect(json()).toMatchObject({ message: expect.stringMatching(/./), requestId: expect.any(String) })
  })
})

describe('a new release', () => {
  it('goes live without a restart', async () => {
    await publish({ ...listings, version: '1.1.0' })
    expect(bootIn((await get('/list')).body).remotes['mfe-listings']?.version).toBe('1.1.0')
  })

  it('changes nothing if it is live already', async () => {
    await expect(publish(listings)).resolves.toEqual({ name: 'mfe-listings', version: '1.0.0', changed: false })
  })

  it('is refused if this version exists with other files', async () => {
    const other = { ...listings, files: { 'remote.js': 'other' } }
    const words = 'mfe-listings 1.0.0 exists already, with other files. Give this one a new version.'
    await expect(publish(other)).rejects.toMatchObject({ code: 'CONFLICT', message: words })
    await publish({ ...listings, version: '1.1.0' })
    await expect(publish(other)).rejects.toThrow(words)
    expect((await get('/r/mfe-listings/1.0.0/remote.js')).body).toBe('remote')
  })

  it('is refused if this version exists with another manifest', async () => {
    const other = { ...listings, routes: [{ path: '/list', title: 'Another title' }] }
    const words = 'mfe-listings 1.0.0 exists already, with another manifest. Give this one a new version.'
    await expect(publish(other)).rejects.toMatchObject({ code: 'CONFLICT', message: words })
  })

  it('repairs a damaged copy of itself', async () => {
    const file = registry.releaseFile('mfe-listings', '1.0.0', 'remote.js')
    await writeFile(file, 'remotE')
    await publish(listings)
    expect(await readFile(file, 'utf8')).toBe('remote')
  })

  it('leaves no partial files', async () => {
    await publish({ ...listings, version: '1.1.0' })
    const names = await readdir(join(registry.folders.releases, 'mfe-listings'))
    expect(names.sort()).toEqual(['1.0.0', '1.1.0', 'channels.json'])
    await mkdir(registry.releaseFile('mfe-listings', '.incoming-killed'))
    await publish({ ...listings, version: '1.2.0' })
    expect(await readdir(registry.releaseFile('mfe-listings'))).not.toContain('.incoming-killed')
  })

  it('is refused if it claims another remote’s route', async () => {
    const thief = { name: 'mfe-other', routes: [{ path: '/list', title: 'Mine' }] }
    await expect(publish(thief)).rejects.toThrow("it claims /list, which is mfe-listings's")
    expect(bootIn((await get('/list')).body).remotes).not.toHaveProperty('mfe-other')
  })

  it('is refused if the routes differ only in a parameter name', async () => {
    const thief = { name: 'mfe-a', routes: [{ path: '/{home}', title: 'Mine' }] }
    await expect(publish(thief)).rejects.toThrow("it claims /{home}, which is mfe-listings's")
  })

  it('is refused if another claims the same route concurrently, and the previous one stays', async () => {
    for (const name of ['mfe-a', 'mfe-b']) await publish({ name, routes: [{ path: `/${name}`, title: 'Own' }] })
    const both = ['mfe-a', 'mfe-b'].map((name) => {
      const routes = [`/${name}`, '/new'].map((path) => ({ path, title: 'Own' }))
      return publish({ name, version: '2.0.0', routes })
    })
    const outcomes = await Promise.allSettled(both)
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    for (const name of ['mfe-a', 'mfe-b']) expect((await get(`/${name}`)).statusCode).toBe(200)
  })

  it('is refused with a name whose files an address of the site would hide', async () => {
    await registry.app.ready()
    const words = [...registry.app.printRoutes({ commonPrefix: false }).matchAll(/ \/r\/([^/ ]+)/g)].map(
      ([, word = '']) => word,
    )
    const names = words.filter((word) => Value.Check(ReleaseName, word))
    expect(names).toEqual(expect.arrayContaining(['outcomes', 'override']))
    for (const name of names) {
      const named = { name, routes: [{ path: '/new', title: 'New' }] }
      await expect(publish(named)).rejects.toThrow(`'${name}' is a name that the site uses itself: give the remote`)
    }
  })

  it('is refused with a symbolic link, which could expose a secret', async () => {
    const from = await writeBuild(registry.folders.builds, { ...listings, version: '2.0.0' })
    await symlink('/etc/passwd', join(from, 'key.pem'))
    const releasesDir = registry.folders.releases
    await expect(publishRelease({ from, releasesDir })).rejects.toThrow('key.pem is not a regular file')
    expect(bootIn((await get('/list')).body).remotes['mfe-listings']?.version).toBe('1.0.0')
  })

  it('may claim a route that its owner has given up', async () => {
    await publish({ ...listings, version: '2.0.0', routes: listings.routes.slice(1) })
    await publish({ name: 'mfe-a', routes: [{ path: '/list', title: 'Mine' }] })
    await expect(publish({ ...listings, version: '3.0.0' })).rejects.toThrow("it claims /list, which is mfe-a's")
  })

  it.each<[string, ReleaseDraft['alter'], RegExp]>([
    [
      'a nav entry for another remote’s route',
      (r) => ({ ...r, manifest: { ...r.manifest, nav: [{ ...ENTRY, path: '/list' }] } }),
      /nav leads to \/list, which is not one of its routes/,
    ],
    ['a version that is no version', (release) => ({ ...release, version: '../up' }), /version/],
    ['no manifest', (release) => ({ ...release, manifest: undefined }), /manifest is missing/],
    ['another one’s manifest', (r) => ({ ...r, manifest: { ...r.manifest, name: 'mfe-b' } }), /named 'mfe-b'/],
    [
      'an offer that it does not expose',
      (r) => ({ ...r, manifest: { ...r.manifest, offers: { box: { module: './box', slot: 'listing.chat' } } } }),
      /it offers '\.\/box', which it does not expose/,
    ],
    ['an entry that is no file', (release) => ({ ...release, entry: 'gone.js' }), /gone\.js/],
    ['a path that leads out', (r) => ({ ...r, files: { ...r.files, '../x.js': r.files['entry.js'] } }), /\.\.\/x\.js/],
    [
      'an altered file',
      (r) => ({ ...r, files: { 'entry.js': { bytes: 1, integrity: `sha384-${'x'.repeat(64)}` } } }),
      /does not match its integrity/,
    ],
    ['a missing file', (r) => ({ ...r, files: { ...r.files, 'more.js': r.files['entry.js'] } }), /more\.js/],
  ])('is refused with %s', async (_what, alter, reason) => {
    await expect(publish({ name: 'mfe-a', alter })).rejects.toThrow(reason)
    await expect(readdir(join(registry.folders.releases, 'mfe-a'))).rejects.toThrow('ENOENT')
  })
})

describe('a slot', () => {
  const SLOT = { offers: { box: { module: './box', slot: 'listing.chat' } } }
  const chat = { name: 'mfe-chat', ...SLOT }
  const thief = { name: 'a-thief', routes: [{ path: '/mine', title: 'Mine' }], ...SLOT }

  const fillers = async () =>
    Object.entries(bootIn((await get('/list')).body).remotes)
      .filter(([, { offers }]) => Object.values(offers).some(({ slot }) => slot === 'listing.chat'))
      .map(([name]) => name)

  it('stays with the remote that fills it: a second one is refused by name', async () => {
    await publish(chat)
    await expect(publish(thief)).rejects.toThrow("it fills the slot listing.chat, which is mfe-chat's. Choose another")
    await publish({ ...chat, version: '2.0.0' })
    expect(await fillers()).toEqual(['mfe-chat'])
  })

  it('stays with it also if the second one is copied here by hand, or the registry restarts', async () => {
    await publish(chat)
    await putByHand(thief)
    await registry.restart()
    expect(await fillers()).toEqual(['mfe-chat'])
    expect((await get('/mine')).statusCode).toBe(404)
  })

  it('can be filled by another one once it is given up', async () => {
    await publish(chat)
    await publish({ ...chat, version: '2.0.0', offers: {} })
    await publish(thief)
    expect(await fillers()).toEqual(['a-thief'])
  })
})

describe('a broken release on disk', () => {
  it('keeps its routes until it is repaired or removed', async () => {
    const file = registry.releaseFile('mfe-listings', '1.0.0', 'release.json')
    const description = await readFile(file)
    await writeFile(file, '{')
    const thief = { name: 'mfe-a', routes: [{ path: '/list', title: 'Mine' }] }
    await expect(publish(thief)).rejects.toThrow("it claims /list, which is mfe-listings's")
    await writeFile(file, description)
    await rm(registry.releaseFile('mfe-listings'), { recursive: true })
    await publish(thief)
    expect((await get('/list')).body).toContain('<title>Mine · Aangan</title>')
  })

  it('of the shell makes the registry not ready', async () => {
    expect((await registry.app.inject('/healthz')).statusCode).toBe(200)
    await rm(join(registry.folders.releases, 'shell'), { recursive: true })
    expect((await registry.app.inject('/healthz')).statusCode).toBe(503)
    const { statusCode, body } = await get('/list')
    expect(statusCode).toBe(503)
    expect(body).toContain('No release of the shell is installed')
  })
})

describe('a release copied here by hand that claims another’s route', () => {
  const thief: ReleaseDraft = {
    name: 'a-thief',
    routes: [
      { path: '/mine', title: 'Mine' },
      { path: '/list', title: 'Stolen' },
    ],
    nav: [ENTRY],
  }

  async function expectRefused(): Promise<void> {
    const { statusCode, body } = await get('/list')
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Homes · Aangan</title>')
    expect((await get('/mine')).statusCode).toBe(404)
    const { remotes } = bootIn(body)
    expect(Object.keys(remotes)).toEqual(['mfe-listings'])
    expect(Object.values(remotes).flatMap(({ nav }) => nav)).toEqual([])
    expect(registry.logged()).toContain("it claims /list, which is mfe-listings's")
    expect(registry.logged()).toContain('the release of a-thief cannot be used: it is left out')
  }

  it('is left out with all its routes and links, and the other stays live', async () => {
    await putByHand(thief)
    await expectRefused()
  })

  it('is left out after a restart too, and after the other has a new release', async () => {
    await putByHand(thief)
    await registry.restart()
    await expectRefused()
    await publish({ ...listings, version: '2.0.0' })
    await registry.restart()
    await expectRefused()
  })

  it('is left out if it was copied after the other', async () => {
    await rm(registry.releaseFile('claims.json'))
    await rm(registry.releaseFile('mfe-listings'), { recursive: true })
    await putByHand(listings)
    expect((await get('/list')).statusCode).toBe(200)
    await putByHand(thief)
    await registry.restart()
    await expectRefused()
  })

  it('is refused, not live already, when it is published', async () => {
    await putByHand(thief)
    await expect(publish(thief)).rejects.toThrow("it claims /list, which is mfe-listings's")
  })

  it('goes live once it claims only its own routes', async () => {
    await putByHand(thief)
    await expectRefused()
    await publish({ name: 'a-thief', version: '2.0.0', routes: [{ path: '/mine', title: 'Mine' }], nav: [ENTRY] })
    expect((await get('/mine')).statusCode).toBe(200)
    expect(bootIn((await get('/list')).body).remotes['a-thief']?.nav).toEqual([ENTRY])
  })

  it('goes live even if claims.json is broken', async () => {
    await writeFile(registry.releaseFile('claims.json'), '{')
    await putByHand({ name: 'mfe-more', routes: [{ path: '/more', title: 'More' }] })
    expect((await get('/more')).statusCode).toBe(200)
    expect(registry.logged()).toContain('could not read claims.json')
  })
})
