import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import fastify from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchReaders } from './slow-readers.ts'

/** More than the socket buffers hold. */
const CHUNKS = 600
const CHUNK = Buffer.alloc(65_536, 'x')
const LENGTH = CHUNKS * CHUNK.length
const LOOK_MS = 300_000

const app = () => fastify()
let server: ReturnType<typeof app>
let client: Socket
let stalledMs: () => number
/** The server's end of the client's connection. */
let socket: Socket

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
  server = app()
  const readers = watchReaders(server)
  server.addHook('onRequest', async (_request, { raw }) => {
    readers.watch(raw)
    stalledMs = () => readers.stalledMs(raw)
  })
  server.get('/', async () => Readable.from(Array(CHUNKS).fill(CHUNK)))
  server.server.on('connection', (one) => {
    socket = one
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  client = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
})
afterEach(async () => {
  vi.useRealTimers()
  client.destroy()
  await server.close()
})

/** Reads `bytes`, or to the end. */
async function read(bytes: number): Promise<number> {
  let count = 0
  while (count < bytes && !client.readableEnded) {
    const chunk: Buffer | null = client.read()
    if (chunk === null) await once(client, 'readable')
    else count += chunk.length
  }
  return count
}

it('closes a connection that read nothing between two checks', async () => {
  await read(1)
  vi.advanceTimersByTime(2 * LOOK_MS + 1)
  const came = 1 + (await read(Number.POSITIVE_INFINITY))
  expect(came).toBeLessThan(LENGTH)
})

it('lets a slow reader finish', async () => {
  let came = await read(1)
  while (socket.bytesWritten < LENGTH) {
    const sent = socket.bytesWritten
    came += await read(LENGTH / 10)
    // The socket buffer is refilled once half of it was read.
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(sent)
    vi.advanceTimersByTime(LOOK_MS)
  }
  came += await read(Number.POSITIVE_INFINITY)
  expect(came).toBeGreaterThan(LENGTH)
})

it('tells for how long nothing was read', async () => {
  await read(1)
  vi.advanceTimersByTime(25_000)
  expect(stalledMs()).toBe(20_000)
  const sent = socket.bytesWritten
  await read(LENGTH / 10)
  await expect.poll(() => socket.bytesWritten).toBeGreaterThan(sent)
  vi.advanceTimersByTime(5_000)
  expect(stalledMs()).toBe(0)
})
