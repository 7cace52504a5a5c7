import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PART_UNAVAILABLE } from './errors.ts'
import { createUpstream } from './upstream.ts'

let folder: string
let server: Server
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upstream-'))
  server = createServer((request, response) => {
    if (request.url === '/silent') return
    if (request.url === '/endless') {
      response.writeHead(200).write('more')
      const timer = setInterval(() => response.write('more'), 50)
      response.on('close', () => clearInterval(timer))
      return
    }
    if (request.url === '/half') {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      response.destroy()
      return
    }
    response.writeHead(request.url === '/missing' ? 404 : 200, { 'x-total-count': '7' })
    response.end(`${request.url} ${request.headers['x-request-id']}`)
  })
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

async function listen(form: 'http' | 'unix'): Promise<string> {
  const socket = join(folder, 'up.sock')
  server.listen(form === 'unix' ? { path: socket } : { port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  return form === 'unix' ? `unix:${socket}` : `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each(['http', 'unix'] as const)('calls over %s and resolves with any status', async (form) => {
  const upstream = createUpstream(await listen(form))
  const headers = { 'x-request-id': 'request-1' }
  const found = await upstream.get('/posts?city=Pune', { headers, timeoutMs: 20_000 })
  expect(found).toMatchObject({ status: 200, headers: { 'x-total-count': '7' } })
  expect(found.body.toString()).toBe('/posts?city=Pune request-1')
  expect((await upstream.get('/missing', { timeoutMs: 20_000 })).status).toBe(404)
  await upstream.close()
})

test('a response that is too late fails as timed out', async () => {
  const upstream = createUpstream(await listen('http'))
  await expect(upstream.get('/silent', { timeoutMs: 50 })).rejects.toMatchObject({ code: 'UPSTREAM_TIMED_OUT' })
})

test('a response that breaks off fails the call', async () => {
  const upstream = createUpstream(await listen('http'))
  await expect(upstream.get('/half', { timeoutMs: 20_000 })).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
})

test.each(['http', 'unix'] as const)('a call over %s fails at once as unavailable if nothing listens', async (form) => {
  const url = await listen(form)
  server.close()
  await once(server, 'close')
  const upstream = createUpstream(url)
  await expect(upstream.get('/', { timeoutMs: 60_000 })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: PART_UNAVAILABLE,
    cause: { message: `Requested ${url}/, limit 60000 ms` },
  })
})

test('a call that gets no connection in time fails as timed out, and later calls succeed', async () => {
  const upstream = createUpstream(await listen('http'), { connections: 1, timeoutMs: 300 })
  const endless = await upstream.pool.request({ method: 'GET', path: '/endless' })
  await expect(upstream.get('/late', { timeoutMs: 60_000 })).rejects.toMatchObject({ code: 'UPSTREAM_TIMED_OUT' })
  const waiting = upstream.get('/soon', { timeoutMs: 60_000 })
  endless.body.on('error', () => undefined).destroy()
  expect((await waiting).status).toBe(200)
  await upstream.close()
})

test('calls are spread over several processes, and stopped ones lose none', async () => {
  const asked: string[] = []
  const servers = ['one', 'two', 'three'].map((name) => {
    const one = createServer((_request, response) => {
      asked.push(name)
      response.setHeader('connection', 'close').end(name)
    })
    return one.listen(0, '127.0.0.1')
  })
  await Promise.all(servers.map((one) => once(one, 'listening')))
  const urls = servers.map((one) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`)
  const upstream = createUpstream(urls.join(','))
  const ask = () => upstream.post('/', { json: {}, timeoutMs: 20_000 })
  for (let time = 0; time < 6; time += 1) await ask()
  expect(asked.sort()).toEqual(['one', 'one', 'three', 'three', 'two', 'two'])
  for (const gone of servers.slice(1)) {
    await new Promise((resolve) => gone.close(resolve))
  }
  for (let time = 0; time < 6; time += 1) expect((await ask()).body.toString()).toBe('one')
  await new Promise((resolve) => servers[0]?.close(resolve))
  await expect(ask()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await upstream.close()
})
