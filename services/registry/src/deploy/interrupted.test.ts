import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { spawnChild } from '@aangan/service-kit/testing/child-process'
import { needs } from '@aangan/service-kit/testing/needs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { entriesOf, tarOf } from '../testing/archive.ts'
import { createDeploying, GUIDES } from '../testing/deploying.ts'
import { bootIn } from '../testing/embedded.ts'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'
import { writeBuild } from '../testing/releases.ts'

let registry: RunningRegistry
let deploying: ReturnType<typeof createDeploying>
let token: string
beforeEach(async () => {
  registry = await startRegistry({ releases: [{ name: 'shell' }, GUIDES], posts: () => undefined })
  deploying = createDeploying(registry)
  token = (await deploying.tokenOf(GUIDES.name)).token
})
afterEach(() => registry.close())

const uploads = async () => await readdir(registry.releaseFile('.uploads')).catch(() => [])
const liveVersion = async () => bootIn((await registry.get('/')).body).remotes[GUIDES.name]?.version

/** Sends the first part of an archive, and resolves once some of it is in a file. */
async function beginUpload(origin: string): Promise<Socket> {
  const { port, hostname } = new URL(origin)
  const archive = tarOf(await entriesOf(await writeBuild(registry.folders.builds, { ...GUIDES, version: '2.0.0' })))
  const headers = { host: 'localhost', ...deploying.headersOf(token), 'content-type': 'application/x-tar' }
  const lines = Object.entries({ ...headers, 'content-length': archive.length }).map((pair) => pair.join(': '))
  const socket = connect(Number(port), hostname).on('error', () => socket.destroy())
  socket.write(`POST /releases/${GUIDES.name} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  socket.write(archive.subarray(0, -600))
  await expect
    .poll(async () => (await readdir(registry.releaseFile('.uploads'), { recursive: true })).length)
    .toBeGreaterThan(1)
  return socket
}

it('a connection that is cut leaves nothing, and the next deploy works', async () => {
  await registry.app.listen({ port: 0, host: '127.0.0.1' })
  const socket = await beginUpload(registry.app.listeningOrigin)
  socket.destroy()
  await expect.poll(uploads).toEqual([])
  expect(await liveVersion()).toBe('1.0.0')
  expect(await deploying.send(token, await deploying.pack({ ...GUIDES, version: '2.0.0' }))).toMatchObject({
    status: 201,
  })
})

it('a registry that is killed in the middle leaves what the next one removes', { timeout: 60_000 }, async () => {
  const child = await spawnChild(new URL('../testing/registry-child.ts', import.meta.url), [registry.folders.releases])
  const [origin] = await once(child.stdout, 'data')
  const socket = await beginUpload(String(origin).trim())
  child.kill('SIGKILL')
  await once(child, 'close')
  socket.destroy()
  expect(await liveVersion()).toBe('1.0.0')
  const [left = ''] = await uploads()
  const old = new Date(Date.now() - 3_600_000)
  await utimes(registry.releaseFile('.uploads', left), old, old)
  expect(await deploying.send(token, await deploying.pack({ ...GUIDES, version: '2.0.0' }))).toMatchObject({
    status: 201,
  })
  expect(await uploads()).toEqual([])
  expect(await liveVersion()).toBe('2.0.0')
})

it('two registries on one folder deploy at once', async () => {
  const env = { RELEASES_DIR: registry.folders.releases }
  const second = await startRegistry({ env, releases: [], posts: () => undefined })
  const other = createDeploying({ app: second.app, folders: registry.folders })
  const { token: theirs } = await deploying.tokenOf('mfe-a')
  const claims = { name: 'mfe-a', routes: [{ path: '/new', title: 'A' }] }
  const wants = { ...GUIDES, version: '2.0.0', routes: [...GUIDES.routes, { path: '/new', title: 'New' }] }
  const answers = await Promise.all([
    deploying.send(token, await deploying.pack(wants)),
    other.send(theirs, await other.pack(claims), { name: 'mfe-a' }),
  ])
  const [refused] = answers.filter(({ status }) => status !== 201)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(refused?.message).toMatch(/claims \/new, which is mfe-(a|guides)'s/)
  await second.close()
})

function findTmpfs(): { value: true } | { missing: string } {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'pipe' })
    return { value: true }
  } catch (error) {
    return { missing: String(error) }
  }
}

describe('on a full disk', () => {
  needs('the right to mount a tmpfs', findTmpfs(), { mayLackInCi: true })

  it('a deploy is refused with 507, leaves nothing, and works once there is room', async () => {
    const disk = join(registry.folders.builds, 'disk')
    await mkdir(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk])
    const env = { RELEASES_DIR: join(disk, 'releases'), RELEASES_MIN_FREE_MB: '0' }
    const small = await startRegistry({ env, releases: [], posts: () => undefined })
    try {
      const there = createDeploying({ app: small.app, folders: { ...registry.folders, releases: env.RELEASES_DIR } })
      const { token } = await there.tokenOf(GUIDES.name)
      // Fits once, but not as it arrives and as it is published.
      for (const bytes of [3_000_000, 600_000]) {
        const archive = await there.pack({ ...GUIDES, files: { 'page.js': 'x'.repeat(bytes) } })
        const { status, message } = await there.send(token, archive)
        expect([status, message]).toEqual([507, expect.stringContaining('the disk with the releases is full')])
        expect(await there.leftBehind()).toEqual(bytes > 1e6 ? [] : [GUIDES.name])
      }
      expect(await there.send(token, gzipSync(Buffer.alloc(0)))).toMatchObject({ status: 400 })
      expect(await there.send(token, await there.pack(GUIDES))).toMatchObject({ status: 201 })
    } finally {
      await small.close()
      execFileSync('umount', [disk])
    }
  })
})
