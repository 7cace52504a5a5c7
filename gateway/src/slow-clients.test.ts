import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import { exchange } from '@aangan/service-kit/testing/raw-http'
import type { FastifyReply } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { type Site, type SiteOptions, startSite } from './testing/site.ts'

let site: Site
const clients: Socket[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await site.close()
})

const LARGE = Buffer.alloc(1_000_000, 'x')
const GET_LARGE = 'GET /posts/large HTTP/1.1\r\nHost: x\r\n\r\n'
/** At a time from one address. */
const UPLOADS = 60
/** More than the 64 connections to a service. */
const MORE = 70

function large(app: App): void {
  app.get('/posts', async () => [])
  app.get('/posts/large', async (_request, reply) => reply.type('image/png').send(LARGE))
}

async function start(options: SiteOptions): Promise<void> {
  site = await startSite(options)
}

/** A client that never reads. */
function sendAndReadNothing(text: string): Socket {
  const client = connect(site.port, '127.0.0.1')
  clients.push(client)
  client.on('error', () => undefined).pause()
  client.write(text)
  return client
}

const status = async (path: string) => (await site.send({ path })).status

it('serves others while four connections pipeline large requests and read nothing', async () => {
  await start({ services: { posts: large } })
  const slow = Array.from({ length: 4 }, () => sendAndReadNothing(GET_LARGE.repeat(30)))
  await Promise.race(slow.map((client) => once(client, 'readable')))
  expect(await status('/posts')).toBe(200)
})

it('serves others while more clients than connections to the service read nothing', async () => {
  let asked = 0
  const counted = (app: App) => {
    app.addHook('onRequest', async () => {
      asked += 1
    })
    large(app)
  }
  await start({ services: { posts: counted } })
  for (let client = 0; client < MORE; client += 1) sendAndReadNothing(GET_LARGE.repeat(8))
  // Until the socket buffers of all clients are full.
  await settled(() => asked)
  expect(await status('/posts')).toBe(200)
})

it('serves others, also slowly, while six addresses read nothing of many responses that no buffer holds', async () => {
  const body = Buffer.alloc(8_000_000, 'x')
  let [asked, open] = [0, 0]
  const huge = (app: App) => {
    app.get('/posts/huge', async (_request, reply) => {
      asked += 1
      open += 1
      reply.raw.on('close', () => {
        open -= 1
      })
      return reply.type('image/png').send(body)
    })
  }
  await start({ config: { TRUST_PROXY: '1' }, services: { posts: huge } })
  const get = (address: number) =>
    sendAndReadNothing(`GET /posts/huge HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.0.${address}\r\n\r\n`)
  const slow = get(0)
  await once(slow, 'readable')
  for (let client = 0; client < MORE; client += 1) get(1 + (client % 6))
  await expect.poll(() => [asked, open], { timeout: 15_000 }).toEqual([1 + MORE, 32])
  expect((await site.send({ path: '/posts/huge' })).body.length).toBe(body.length)
  let came = 0
  slow.on('data', (chunk: Buffer) => {
    came += chunk.length
  })
  await expect.poll(() => came).toBeGreaterThan(body.length)
  for (const client of clients) client.destroy()
  await expect.poll(() => open).toBe(0)
  expect((await site.send({ path: '/posts/huge' })).body.length).toBe(body.length)
})

it('serves others during slow uploads, small ones and pictures', async () => {
  const media = (app: App) => {
    app.addContentTypeParser('image/png', async () => null)
    app.get('/media', async () => [])
    app.post('/media/posts', async (request) => await once(request.raw, 'end'))
  }
  await start({ services: { media } })
  const head = 'HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\nContent-Type: image/png\r\n\r\n'
  const small = 'HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nContent-Type: application/json\r\n\r\n'
  for (let client = 0; client < MORE; client += 1) {
    sendAndReadNothing(`POST /users ${small}{`)
    sendAndReadNothing(`POST /media/posts ${head}x`)
  }
  expect([await status('/users'), await status('/media')]).toEqual([200, 200])
})

/** A media service that reads each upload to its end, and how many have begun. */
function uploadsOf() {
  let count = 0
  const media = (app: App) => {
    app.addContentTypeParser('image/png', async () => null)
    app.post('/media/posts', async (request) => {
      count += 1
      await once(request.raw.resume(), 'end')
      return {}
    })
  }
  return { media, arrived: () => count }
}

it('limits the uploads in progress per address', async () => {
  const { media, arrived } = uploadsOf()
  await start({ config: { TRUST_PROXY: '1' }, services: { media } })
  const headers = { 'content-type': 'image/png', 'x-forwarded-for': '1.1.1.1' }
  const head = `POST /media/posts HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1.1.1.1\r\nContent-Type: image/png\r\n`
  const slow = Array.from({ length: UPLOADS }, () => sendAndReadNothing(`${head}Content-Length: 2\r\n\r\nx`))
  await expect.poll(arrived).toBe(UPLOADS)
  const upload = (address: string) =>
    site.send({
      method: 'POST',
      path: '/media/posts',
      headers: { ...headers, 'x-forwarded-for': address },
      body: Buffer.from('x'),
    })
  const refused = await upload('1.1.1.1')
  expect([refused.status, refused.headers['retry-after'], JSON.parse(refused.body).message]).toEqual([
    429,
    '5',
    'Too many files are being uploaded at once from your internet connection. Try again in a moment.',
  ])
  expect((await upload('2.2.2.2')).status).toBe(200)
  slow[0]?.write('x')
  slow[1]?.destroy()
  await expect.poll(async () => (await upload('1.1.1.1')).status).toBe(200)
})

it('serves the upload of another address while five fill the connections with slow ones', async () => {
  const { media, arrived } = uploadsOf()
  await start({ config: { UPSTREAM_TIMEOUT_MS: 1_000, TRUST_PROXY: '1' }, services: { media } })
  const head = 'POST /media/posts HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: 2\r\n'
  const slow = Array.from({ length: 5 * UPLOADS }, (_, n) =>
    sendAndReadNothing(`${head}X-Forwarded-For: 10.0.0.${n % 5}\r\n\r\nx`),
  )
  const ended = slow.map(async (client) => {
    await once(client, 'readable')
    return String(client.read())
  })
  await settled(arrived)
  const headers = { 'content-type': 'image/png', 'x-forwarded-for': '2.2.2.2' }
  const answer = await site.send({ method: 'POST', path: '/media/posts', headers, body: Buffer.from('x') })
  expect(answer.status).toBe(200)
  expect(await Promise.race(ended)).toMatch(/^HTTP\/1.1 408 .*Try again on a faster connection/s)
})

it('counts no upload whose client left while its session was looked up', async () => {
  const asked: (() => void)[] = []
  const media = (app: App) => {
    app.addContentTypeParser('image/png', async () => null)
    app.post('/media/posts', async () => ({}))
  }
  const auth = (app: App) => {
    app.post('/sessions/find', async () => {
      await new Promise<void>((resolve) => asked.push(resolve))
      throw new AppError('NOT_FOUND', 'Session not found.')
    })
  }
  await start({ services: { media, auth } })
  const head = `POST /media/posts HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: 2\r\n`
  const cookie = (client: number) => `Cookie: token=${String(client).padStart(43, 'a')}\r\n\r\nx`
  const left = Array.from({ length: UPLOADS }, (_, client) => sendAndReadNothing(head + cookie(client)))
  await expect.poll(() => asked.length).toBe(UPLOADS)
  for (const client of left) client.destroy()
  const headers = { 'content-type': 'image/png' }
  const upload = () => site.send({ method: 'POST', path: '/media/posts', headers, body: Buffer.from('x') })
  // By then the gateway has noticed that they left.
  expect((await upload()).status).toBe(200)
  for (const resolve of asked) resolve()
  const later = sendAndReadNothing(`GET /posts HTTP/1.1\r\nHost: x\r\n${cookie(UPLOADS).slice(0, -1)}`)
  await expect.poll(() => asked.length).toBe(UPLOADS + 1)
  asked[UPLOADS]?.()
  await once(later, 'readable')
  expect((await upload()).status).toBe(200)
})

it('times out while a service has no free connection', async () => {
  const endless = (app: App) => {
    large(app)
    app.get('/posts/endless', async (_request, reply) => {
      const body = new PassThrough()
      const timer = setInterval(() => body.write('more'), 50)
      body.on('close', () => clearInterval(timer))
      return reply.type('image/png').send(body)
    })
  }
  await start({ config: { UPSTREAM_TIMEOUT_MS: 500, TRUST_PROXY: '1' }, services: { posts: endless } })
  const visitors = Array.from({ length: MORE }, (_, n) =>
    sendAndReadNothing(`GET /posts/endless HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.0.${n}\r\n\r\n`),
  )
  await Promise.all(visitors.map((client) => once(client, 'readable')))
  const answer = await site.send({ path: '/posts' })
  expect([answer.status, JSON.parse(answer.body)]).toEqual([
    504,
    {
      code: 'UPSTREAM_TIMED_OUT',
      message: 'Listings are taking too long. Try again in a moment.',
      requestId: answer.headers['x-request-id'],
    },
  ])
})

it('limits the requests in flight per address', async () => {
  const waiting: FastifyReply[] = []
  const slow = (app: App) => {
    app.get('/posts', (_request, reply) => void waiting.push(reply))
  }
  await start({ config: { CONCURRENT_LIMIT: 6, TRUST_PROXY: '1' }, services: { posts: slow } })
  const from = (address: string) => site.send({ path: '/posts', headers: { 'x-forwarded-for': address } })
  const six = Array.from({ length: 6 }, () => from('1.1.1.1'))
  await expect.poll(() => waiting.length).toBe(6)
  const refused = await from('1.1.1.1')
  expect([refused.status, refused.headers['retry-after'], JSON.parse(refused.body).message]).toEqual([
    429,
    '1',
    'Too many requests at once from your internet connection. Try again in a moment.',
  ])
  const other = from('2.2.2.2')
  await expect.poll(() => waiting.length).toBe(7)
  for (const reply of waiting.splice(0)) reply.send([])
  expect((await Promise.all([...six, other])).map((answer) => answer.status)).toEqual(Array(7).fill(200))
  const next = from('1.1.1.1')
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]?.send([])
  expect((await next).status).toBe(200)
})

it('answers pipelined requests in order, and closes a connection that pipelines without end', async () => {
  await start({ services: { posts: large } })
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
  const three = get('/posts/1') + get('/posts/large') + get('/posts/2', 'Connection: close\r\n')
  const { body } = await exchange({ port: site.port }, Buffer.from(three))
  expect(body.match(/HTTP\/1.1 \d+|x{9,}/g)).toEqual(['HTTP/1.1 200', LARGE.toString(), 'HTTP/1.1 404'])
  const endless = sendAndReadNothing(get('/posts').repeat(500))
  endless.resume()
  await once(endless, 'close')
})

/** Resolves once a number stops growing. */
async function settled(count: () => number): Promise<void> {
  let before = -1
  await expect
    .poll(
      () => {
        const isSettled = count() === before
        before = count()
        return isSettled
      },
      { interval: 300 },
    )
    .toBe(true)
}
