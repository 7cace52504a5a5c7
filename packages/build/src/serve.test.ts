import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WORKER_URL } from '@aangan/contracts/page'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const FIXTURE = fileURLToPath(new URL('fixture', import.meta.url))
const RSPACK = fileURLToPath(new URL('../bin/rspack.js', import.meta.resolve('@rspack/cli')))
const SITE = 'https://site.example'
const START_MS = 60_000

let dir: string
let child: ChildProcess
let site: Server
let output = ''
let url: string
/** Upgrades that reached the site. */
let sockets: (string | undefined)[]

beforeAll(async () => {
  sockets = []
  site = createServer((_request, response) => response.end('site'))
  site.on('upgrade', ({ headers }, socket) => {
    sockets.push(headers.origin)
    socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
  })
  await once(site.listen(0, '127.0.0.1'), 'listening')
  dir = await mkdtemp(join(import.meta.dirname, 'fixture-'))
  await cp(FIXTURE, dir, { recursive: true, filter: (path) => basename(path) !== 'dist' })
  const own = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const config = `import { RemotePlugin } from '@aangan/build/remote-plugin'
    export default { plugins: [new RemotePlugin({ site: '${own}' })] }`
  await writeFile(join(dir, 'rspack.config.js'), config)
  child = spawn(process.execPath, [RSPACK, 'serve'], { cwd: dir, env: { ...process.env, NO_COLOR: '1' } })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  await vi.waitFor(() => expect(output).toContain('compiled'), { timeout: START_MS })
  url = output.match(/http:\/\/127[.\d]+:\d+/)?.[0] ?? ''
}, START_MS)
afterAll(async () => {
  child.kill()
  await once(child, 'close')
  site.close()
  await rm(dir, { recursive: true })
})

const ADDRESS = '/r/fixture/dev/override'

async function send(path: string, { method = 'GET', body = '', ...headers }: Record<string, string> = {}) {
  const sent = ask(url + path, { method, headers: { ...headers, 'content-length': Buffer.byteLength(body) } })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  const text = (await answer.toArray()).join('')
  const isJson = answer.headers['content-type'] === 'application/json'
  const allowed: string | undefined = answer.headers['access-control-allow-origin']
  return { status: answer.statusCode as number, allowed, text, ...(isJson && JSON.parse(text)) }
}

/** As `aangan override` does. */
const name = (headers: Record<string, string> = {}) =>
  send(ADDRESS, { method: 'POST', body: JSON.stringify({ site: SITE, origin: url, code: 'secret' }), ...headers })

/** Resolves with what the server says first: its status, and the first message of its own socket. */
async function openSocket(path: string, headers: Record<string, string>): Promise<string> {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'MDEyMzQ1Njc4OWFiY2RlZg==',
  }
  const sent = ask(url + path, { headers: { ...upgrade, ...headers } })
  sent.end()
  return await new Promise((resolve) => {
    sent.on('response', ({ statusCode }) => resolve(String(statusCode)))
    sent.on('error', () => resolve('closed'))
    sent.on('upgrade', (_answer, socket, head) => {
      const first = (bytes: Buffer) => {
        resolve(String(bytes))
        socket.destroy()
      }
      if (head.length > 0) first(head)
      else socket.once('data', first)
    })
  })
}

it('is for this machine only, and is not known by another name', async () => {
  expect(output).not.toContain('Network:')
  const host = 'evil.example'
  expect((await send(ADDRESS, { host })).status).toBe(403)
  expect((await name({ host })).status).toBe(403)
  expect((await send('/guides', { host, accept: 'text/html' })).status).toBe(403)
  expect((await send('/guides')).text).toBe('site')
})

it('does not let browsers keep its pages: once stopped, it must not look alive', async () => {
  expect((await send(WORKER_URL)).text).toContain('unregister')
})

it('gives the remote and the code to pages of the site that a command has named, and of no other', async () => {
  expect(await send(ADDRESS, { origin: SITE })).toMatchObject({ status: 200, text: '{}', allowed: undefined })
  // A page cannot name its own site: browsers send its origin.
  for (const origin of ['https://evil.example', 'null', url]) expect((await name({ origin })).status).toBe(403)
  expect((await name()).status).toBe(200)

  const { code, release, allowed } = await send(ADDRESS, { origin: SITE })
  expect([code, allowed]).toEqual(['secret', SITE])
  expect(release).toMatchObject({ name: 'fixture', version: 'dev', manifest: { name: 'fixture' } })
  const script = `/r/fixture/dev/${release.entry}`
  expect(await send(script, { origin: SITE })).toMatchObject({ status: 200, allowed: SITE })

  const evil = 'https://evil.example'
  expect(await send(ADDRESS, { origin: evil })).toMatchObject({ text: '{}', allowed: undefined })
  expect(await send(ADDRESS)).toMatchObject({ text: '{}', allowed: undefined })
  expect(await send(script, { origin: evil })).toMatchObject({ allowed: undefined })
  expect(await send('/guides', { origin: SITE })).toMatchObject({ text: 'site', allowed: undefined })
  // Pictures come without an Origin.
  const picture = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
  expect((await send(script, { ...picture, referer: `${SITE}/` })).status).toBe(200)
  expect((await send(script, { ...picture, referer: `${evil}/` })).status).toBe(403)
})

it('tells pages of that site about changes, and lets nobody reach the site by a socket under another name', async () => {
  await name()
  const { host } = new URL(url)
  expect(await openSocket('/ws', { origin: SITE })).toContain('liveReload')
  expect(await openSocket('/ws', { origin: 'https://evil.example' })).toContain('Invalid Host/Origin')
  expect(await openSocket('/socket.io/', { origin: `http://${host}` })).toBe('403')
  expect(sockets).toEqual([expect.stringMatching(/^http:\/\/127/)])
  const rebound = 'evil.example:8080'
  expect(await openSocket('/socket.io/', { host: rebound, origin: `http://${rebound}` })).toBe('closed')
  expect(sockets).toHaveLength(1)
})

it('follows the manifest, and says in the terminal what is wrong with it', async () => {
  await name()
  const file = join(dir, 'manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8'))
  const write = (changed: object) => writeFile(file, JSON.stringify({ ...manifest, ...changed }))
  const shown = async () => (await send(ADDRESS, { origin: SITE })).release?.manifest.routes[0].title
  const [route] = manifest.routes
  await write({ routes: [{ ...route, title: 'Renamed' }] })
  await vi.waitFor(async () => expect(await shown()).toBe('Renamed'), { timeout: START_MS })
  await write({ rotues: [] })
  await vi.waitFor(() => expect(output).toContain('unknown key "rotues"; did you mean "routes"?'), {
    timeout: START_MS,
  })
  await write({ offers: { late: { module: './late', slot: 'fixture.late' } } })
  await vi.waitFor(() => expect(output).toContain('another name or offers: start rspack again'), { timeout: START_MS })
  await write({ routes: [{ ...route, title: 'Mended' }] })
  await vi.waitFor(async () => expect(await shown()).toBe('Mended'), { timeout: START_MS })
})
