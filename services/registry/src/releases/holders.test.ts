import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bootIn } from '../testing/embedded.ts'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'
import type { ReleaseDraft } from '../testing/releases.ts'

const FIRST = { 'remote.1a.js': 'remote', 'late.2b.js': 'late', 'look.3c.css': '.look{}' }
/** One script has changed. */
const SECOND = { ...without(FIRST, 'remote.1a.js'), 'remote.9f.js': 'changed' }
const guides = {
  name: 'mfe-guides',
  routes: [{ path: '/guides', title: 'Guides' }],
  hashedNames: true,
} satisfies ReleaseDraft

let registry: RunningRegistry

beforeEach(async () => {
  registry = await startRegistry({ releases: [{ name: 'shell' }], posts: () => undefined })
  await publish('1.0.0', FIRST)
})

afterEach(() => registry.close())

function without<T extends object, K extends keyof T>(files: T, name: K): Omit<T, K> {
  const { [name]: _left, ...rest } = files
  return rest
}

const publish = (version: string, files: Record<string, string>, how = {}) =>
  registry.publish({ ...guides, version, files }, how)
const bodyOf = async (url: string) => (await registry.get(url)).body
const statusOf = async (url: string) => (await registry.get(url)).statusCode
const urls = async () => Object.keys(bootIn(await bodyOf('/guides')).remotes['mfe-guides']?.integrity ?? {}).sort()

describe('releases whose file names have hashes', () => {
  it('share the address of every file that has not changed', async () => {
    const before = await urls()
    await publish('2.0.0', SECOND)
    const shared = ['/r/mfe-guides/entry.js', '/r/mfe-guides/late.2b.js', '/r/mfe-guides/look.3c.css']
    expect(before).toEqual([...shared, '/r/mfe-guides/remote.1a.js'])
    expect(await urls()).toEqual([...shared, '/r/mfe-guides/remote.9f.js'])
    expect(await bodyOf('/r/mfe-guides/remote.9f.js')).toBe('changed')
    const { headers } = await registry.get('/r/mfe-guides/late.2b.js')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('are served to open tabs, also at the addresses with versions', async () => {
    await publish('2.0.0', SECOND)
    expect(await bodyOf('/r/mfe-guides/remote.1a.js')).toBe('remote')
    expect(await bodyOf('/r/mfe-guides/1.0.0/remote.1a.js')).toBe('remote')
    await rm(registry.releaseFile('mfe-guides/1.0.0'), { recursive: true })
    expect(await bodyOf('/r/mfe-guides/late.2b.js')).toBe('late')
    expect(await statusOf('/r/mfe-guides/remote.1a.js')).toBe(404)
  })

  it('need no registry with hashed names: the last one reads what it knows', async () => {
    const known = JSON.parse(await readFile(registry.releaseFile('mfe-guides/1.0.0/release.json'), 'utf8'))
    expect(known).not.toHaveProperty('hashedNames')
  })

  it.each([{}, { shipped: 'replace' }])('are refused with other content of a name: %j', async (how) => {
    const words = `late.2b.js has other content in mfe-guides 1.0.0, and browsers keep files by their names. Build with [contenthash]`
    await expect(publish('2.0.0', { ...SECOND, 'late.2b.js': 'other' }, how)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(words),
    })
    expect(await readdir(registry.releaseFile('mfe-guides'))).not.toContain('2.0.0')
  })

  it('may have a file named as what every object has', async () => {
    await publish('2.0.0', { ...SECOND, constructor: 'built' } as Record<string, string>)
    expect(await bodyOf('/r/mfe-guides/constructor')).toBe('built')
  })

  it('lose nothing if the newest of them is damaged', async () => {
    await publish('2.0.0', SECOND)
    await rm(registry.releaseFile('mfe-guides/2.0.0/late.2b.js'))
    expect(await bodyOf('/r/mfe-guides/late.2b.js')).toBe('late')
  })

  it.each(['late.2b.js', 'late.2b.js.br'])('are served whole if the newest has another byte in %s', async (damaged) => {
    const packed = (text: string) => (damaged.endsWith('.br') ? brotliCompressSync(text) : text)
    const write = (version: string, text: string) =>
      writeFile(registry.releaseFile(`mfe-guides/${version}/${damaged}`), packed(text))
    const served = async () => {
      const { rawPayload, headers } = await registry.get('/r/mfe-guides/late.2b.js', { 'accept-encoding': 'br' })
      return String(headers['content-encoding'] === 'br' ? brotliDecompressSync(rawPayload) : rawPayload)
    }
    await write('1.0.0', 'late')
    await publish('2.0.0', SECOND)
    await write('2.0.0', 'late')
    expect(await served()).toBe('late')
    await write('2.0.0', 'lame, or worse')
    expect(await served()).toBe('late')
    // A browser refuses it, and says so.
    await rm(registry.releaseFile('mfe-guides/1.0.0'), { recursive: true })
    expect(await served()).toBe('lame, or worse')
  })

  it('are found again once an operator has put them back', async () => {
    const file = registry.releaseFile('mfe-guides/1.0.0/late.2b.js')
    const text = await readFile(file, 'utf8')
    const at = new Date(Date.now() - 60_000)
    await rm(file)
    for (const folder of ['mfe-guides', 'mfe-guides/1.0.0']) await utimes(registry.releaseFile(folder), at, at)
    expect(await statusOf('/r/mfe-guides/late.2b.js')).toBe(404)
    await writeFile(file, text)
    expect(await bodyOf('/r/mfe-guides/late.2b.js')).toBe(text)
  })

  it('are looked up again after each publication, whatever the clock of the file system', async () => {
    const at = new Date(Date.now() - 60_000)
    await utimes(registry.releaseFile('mfe-guides'), at, at)
    expect(await statusOf('/r/mfe-guides/remote.9f.js')).toBe(404)
    await publish('2.0.0', SECOND)
    expect(await bodyOf('/r/mfe-guides/remote.9f.js')).toBe('changed')
  })

  it.each([
    'release.json',
    'delivered.json',
    'channels.json',
    '1.0.0',
    'late.2b.js.br',
    '..%2f..%2fclaims.json',
    'absent.js',
  ])('have nothing else at their addresses: %s', async (file) => {
    await writeFile(registry.releaseFile('mfe-guides/1.0.0/late.2b.js.br'), '')
    expect([400, 404]).toContain(await statusOf(`/r/mfe-guides/${file}`))
    expect(await statusOf(`/r/absent/${file}`)).toBeGreaterThanOrEqual(400)
  })
})

it('a release without hashed names keeps the addresses of its version', async () => {
  const plain = { ...guides, hashedNames: undefined, version: '2.0.0', files: { 'remote.js': 'remote' } }
  await registry.publish(plain)
  expect(await urls()).toEqual(['/r/mfe-guides/2.0.0/entry.js', '/r/mfe-guides/2.0.0/remote.js'])
  await registry.publish({ ...plain, version: '3.0.0', files: { 'remote.js': 'other' } })
  expect(await bodyOf('/r/mfe-guides/2.0.0/remote.js')).toBe('remote')
  expect(await bodyOf('/r/mfe-guides/3.0.0/remote.js')).toBe('other')
})
