import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as breathe } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import type { GatewayConfig } from './config.ts'
import { type Site, startSite } from './testing/site.ts'

const BYTES = 5_000_000
const BODY = Buffer.alloc(BYTES, 'x')
const AFTERWARDS = 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

let site: Site
afterEach(() => site.close())

/** The media service refuses everybody, before it reads. */
async function start(config: Partial<GatewayConfig> = {}): Promise<void> {
  site = await startSite({
    config,
    services: {
      media: (app) => {
        const refuse = async (_request: unknown, reply: FastifyReply) => reply.code(401).send({ message: 'no' })
        app.post('/media/posts', { onRequest: refuse }, async () => 'never')
      },
    },
  })
}

const headOf = (path: string, headers: Record<string, string | number>) =>
  [`POST ${path} HTTP/1.1`, 'Host: x', ...Object.entries(headers).map((header) => header.join(': '))].join('\r\n')

/** Sends a request with its whole body, and one that is read once the body has ended. */
function upload(path: string, headers: Record<string, string | number>) {
  const socket = connect(site.port, '127.0.0.1').setEncoding('latin1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  const ended = once(socket, 'close')
  const isChunked = 'transfer-encoding' in headers
  socket.write(`${headOf(path, isChunked ? headers : { ...headers, 'content-length': BYTES })}\r\n\r\n`)
  if (isChunked) socket.write(`${BYTES.toString(16)}\r\n`)
  socket.write(BODY)
  socket.write(`${isChunked ? '\r\n0\r\n\r\n' : ''}${AFTERWARDS}`)
  return { text: () => text, ended }
}

const PNG = { 'content-type': 'image/png' }
const KINDS: [string, number, string, Record<string, string | number>, Partial<GatewayConfig>][] = [
  ['by a limit', 429, '/media/posts', PNG, { RATE_LIMIT: 1 }],
  ['by a limit, in chunks', 429, '/media/posts', { ...PNG, 'transfer-encoding': 'chunked' }, { RATE_LIMIT: 1 }],
  ['for its origin', 403, '/media/posts', { ...PNG, origin: 'https://evil.example' }, {}],
  ['by the service', 401, '/media/posts', PNG, {}],
  ['for its length', 413, '/posts', { 'content-type': 'application/json' }, {}],
  ['for its method', 405, '/list', { 'content-type': 'text/csv' }, {}],
]

test.each(KINDS)('a body that is refused %s is read slowly, after the %i', async (_, status, path, headers, config) => {
  await start(config)
  // Uses up the limit of files, which is three times that of calls.
  if (status === 429) for (let time = 0; time < 3; time += 1) await site.send({ path: '/media/drawings/a/b/c' })
  const uploads = Array.from({ length: 8 }, () => upload(path, headers))
  const statuses = () => uploads.map(({ text }) => Number(text().split(' ')[1]))
  await expect.poll(statuses).toEqual(uploads.map(() => status))
  for (let time = 0; time < 5; time += 1) expect((await site.send({ path: '/livez' })).status).toBe(200)
  expect(uploads.filter(({ text }) => text().includes('{"status":"ok"}'))).toEqual([])
  await Promise.all(uploads.map(({ ended }) => ended))
  for (const { text } of uploads) expect(text()).toMatch(/HTTP\/1.1 200 OK.*{"status":"ok"}$/s)
})

test('a client that is still sending reads its 429, and can send the rest', async () => {
  await start({ RATE_LIMIT: 1 })
  await site.send({ path: '/posts' })
  const socket = connect(site.port, '127.0.0.1').setEncoding('latin1')
  socket.write(`${headOf('/posts', { 'content-length': BYTES })}\r\n\r\n`)
  socket.write(BODY.subarray(0, 100_000))
  const [answer] = await once(socket, 'data')
  expect(answer).toMatch(/^HTTP\/1.1 429 /)
  for (let at = 100_000; at < BYTES; at += 100_000) {
    socket.write(BODY.subarray(at, at + 100_000))
    await breathe()
  }
  socket.write(AFTERWARDS)
  const [next] = await once(socket, 'data')
  expect(next).toMatch(/^HTTP\/1.1 200 /)
  socket.destroy()
})
