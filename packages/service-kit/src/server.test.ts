import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Nullable } from '@aangan/contracts/nullable'
import { MongoNetworkError } from 'mongodb'
import { Type } from 'typebox'
import { afterEach, expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { allAnswer } from './health.ts'
import { createLog } from './log.ts'
import { type App, createServer, type ServerOptions } from './server.ts'
import { exchange, sendRaw } from './testing/raw-http.ts'
import { serverParts } from './testing/server-parts.ts'

const opened: App[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()))
})

const Body = Type.Object({
  price: Type.Integer({ minimum: 1, maximum: 100 }),
  type: Type.Enum(['buy', 'rent']),
  detail: Type.Optional(Type.Object({ bus: Type.Integer() }, { additionalProperties: false })),
  floor: Type.Optional(Nullable(Type.Integer({ maximum: 9 }))),
  pet: Type.Optional(Nullable(Type.Enum(['allowed', 'not-allowed']))),
})
const Query = Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1 })), all: Type.Optional(Type.Boolean()) })

function build(options: Partial<ServerOptions> = {}): App {
  const app = createServer({ name: 'posts', parts: serverParts(), ready: async () => {}, ...options })
  app.get('/posts', { schema: { querystring: Query } }, async ({ query }) => query)
  app.post('/posts', { schema: { body: Body } }, async ({ body }) => body)
  app.get('/posts/:id', async () => ({}))
  app.get('/conflict', async () => {
    throw new AppError('CONFLICT', 'Username is already taken!')
  })
  app.get('/broken', async () => {
    throw new Error('the password is hunter2')
  })
  opened.push(app)
  return app
}

async function listen(app: App): Promise<{ port: number }> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as AddressInfo).port }
}

const json = { 'content-type': 'application/json' }

test('an AppError keeps its code and message and gets the status of its code', async () => {
  const answer = await build().inject('/conflict')
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toEqual({
    code: 'CONFLICT',
    message: 'Username is already taken!',
    requestId: answer.headers['x-request-id'],
  })
})

test('an unavailable store is 503 with a message for visitors that names no host', async () => {
  const app = build()
  app.get('/stored', async () => {
    throw new MongoNetworkError('connect ECONNREFUSED 10.0.0.7:27017')
  })
  const answer = await app.inject('/stored')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/is not available right now/),
  })
  expect(answer.body).not.toContain('10.0.0.7')
})

function openLines() {
  const lines: string[] = []
  const destination = new Writable({
    write: (line, _encoding, next) => next(void lines.push(String(line)) as undefined),
  })
  return { lines, destination }
}

test('tokens in links of mails are not logged', async () => {
  const { lines, destination } = openLines()
  const app = build({ parts: { ...serverParts(), log: createLog({ level: 'debug', destination }) } })
  await app.inject('/broken?from=mail&token=s3cret&page=1')
  expect(lines.filter((line) => line.includes('/broken?from=mail&token=[hidden]&page=1'))).toHaveLength(2)
  expect(lines.join()).not.toContain('s3cret')
})

test('an unexpected error is logged with its request and exposes nothing', async () => {
  const { lines, destination } = openLines()
  const app = build({ parts: { ...serverParts(), log: createLog({ destination }) } })
  const answer = await app.inject('/broken')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('hunter2')
  const line = JSON.parse(lines.find((text) => text.includes('hunter2')) ?? '{}')
  expect(line).toMatchObject({ level: 'error', service: 'posts', url: '/broken', requestId: answer.json().requestId })
})

test('a client that leaves while it sends is no error of the site', async () => {
  const { lines, destination } = openLines()
  const app = build({ parts: { ...serverParts(), log: createLog({ level: 'debug', destination }) } })
  app.addContentTypeParser('*', async (_request: unknown, payload: Readable) => await buffer(payload))
  const { port } = await listen(app)
  const asked = once(app.server, 'request')
  const client = connect(port, '127.0.0.1')
  client.write('POST /posts HTTP/1.1\r\nHost: a\r\nContent-Type: image/jpeg\r\nContent-Length: 9\r\n\r\na')
  const [request] = await asked
  await expect.poll(() => request.listenerCount('error')).toBeGreaterThan(0)
  const closed = new Promise((resolve) => request.once('close', resolve))
  client.destroy()
  await closed
  await app.close()
  expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

test.each([
  [{ type: 'buy' }, 'price is missing from the body; expected a whole number from 1 to 100'],
  [{ price: '5', type: 'buy' }, 'price in the body is "5"; expected a whole number from 1 to 100'],
  [{ price: 101, type: 'buy' }, 'price in the body is 101; expected a whole number from 1 to 100'],
  [{ price: 5, type: 'buy\u200b' }, 'type in the body is "buy\\u{200b}"; expected one of buy, rent'],
  [{ price: 5, type: 'castle' }, 'type in the body is "castle"; expected one of buy, rent'],
  [{ price: 5, type: 'buy', detail: { bus: 1.5 } }, 'detail.bus in the body is 1.5; expected a whole number'],
  [{ price: 5, type: 'buy', floor: 2.5 }, 'floor in the body is 2.5; expected a whole number of at most 9 or null'],
  [{ price: 5, type: 'buy', pet: 'cat' }, 'pet in the body is "cat"; expected one of allowed, not-allowed, null'],
  [
    { price: 5, type: 'buy', detail: { bus: 1, admin: true } },
    'detail.admin in the body is not known to this call: leave it out',
  ],
  [[], 'the body is []; expected an object'],
])('an invalid body is rejected naming the field: %j', async (payload, message) => {
  const answer = await build().inject({ method: 'POST', url: '/posts', payload })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'BAD_REQUEST', message })
})

test('parameters are converted to numbers and booleans, but never rounded', async () => {
  const app = build()
  expect((await app.inject('/posts?limit=5&all=true')).json()).toEqual({ limit: 5, all: true })
  expect((await app.inject('/posts?limit=1.5')).json()).toMatchObject({
    message: 'limit in the query string is 1.5; expected a whole number of at least 1',
  })
})

test.each([
  ['too large', { headers: json, payload: `"${'x'.repeat(1_048_576)}"` }, 413, 'TOO_LARGE'],
  ['not JSON', { headers: json, payload: '{"price":' }, 400, 'BAD_REQUEST'],
  ['empty', { headers: json, payload: '' }, 400, 'BAD_REQUEST'],
  ['of another type', { headers: { 'content-type': 'text/plain' }, payload: 'hello' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['missing', {}, 400, 'BAD_REQUEST'],
  ['poisoned', { headers: json, payload: '{"__proto__":{"a":1}}' }, 400, 'BAD_REQUEST'],
])('a body that is %s is rejected', async (_name, request, status, code) => {
  const answer = await build().inject({ method: 'POST', url: '/posts', ...request })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ code, message: expect.stringMatching(/\w+ \w+/) })
})

test('an escaped backslash before u0000 is not a NUL character', async () => {
  const app = build()
  const send = (payload: string) => app.inject({ method: 'POST', url: '/posts', headers: json, payload })
  const ok = await send('{"price":5,"type":"buy","note":"C:\\\\u0000 [[[[ \\" }}}"}')
  expect(ok.statusCode).toBe(200)
  expect((await send('{"price":5,"type":"buy","note":"\\\\\\u0000"}')).statusCode).toBe(400)
})

test('an unknown path is 404, a known one with another method 405 with Allow', async () => {
  const app = build()
  expect((await app.inject('/nowhere')).json()).toMatchObject({ code: 'NOT_FOUND', message: 'Not Found' })
  expect((await app.inject({ method: 'DELETE', url: '/nowhere' })).statusCode).toBe(404)
  const answer = await app.inject({ method: 'DELETE', url: '/posts/5?x=1' })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toBe('GET, HEAD')
  expect((await app.inject({ method: 'PUT', url: '/posts' })).headers.allow).toBe('GET, HEAD, POST')
})

test('a wildcard route that finds nothing is 404, not 405', async () => {
  const app = build()
  app.get('/files/*', (_request, reply) => reply.callNotFound())
  const answer = await app.inject('/files/gone')
  expect([answer.statusCode, answer.headers.allow]).toEqual([404, undefined])
  expect((await app.inject({ method: 'PUT', url: '/files/gone' })).headers.allow).toBe('GET, HEAD')
})

test('HEAD responds like GET without a body, OPTIONS lists the allowed methods', async () => {
  const app = build()
  const head = await app.inject({ method: 'HEAD', url: '/posts?limit=5' })
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '11'])
  const options = await app.inject({ method: 'OPTIONS', url: '/posts' })
  expect([options.statusCode, options.headers.allow]).toEqual([204, 'GET, HEAD, POST'])
  expect((await app.inject({ method: 'OPTIONS', url: '/nowhere' })).statusCode).toBe(404)
})

test.each([
  ['a-well-formed.id_1', true],
  ['short', false],
  ['spaces and <tags>', false],
  ['x'.repeat(65), false],
])('the request id %j is accepted: %s', async (given, taken) => {
  const answer = await build().inject({ url: '/posts', headers: { 'x-request-id': given } })
  expect(answer.headers['x-request-id'] === given).toBe(taken)
  expect(answer.headers['x-request-id']).toMatch(/^[\w.-]{8,64}$/)
})

test('an unavailable part makes a process unready, not dead, and is named without its address', async () => {
  const { lines, destination } = openLines()
  const away = async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:27017')
  }
  const app = build({
    parts: { ...serverParts(), log: createLog({ destination }) },
    ready: allAnswer({ store: { ping: away }, disk: { ping: async () => {} }, bus: { ping: away } }),
  })
  const health = await app.inject('/healthz')
  expect(health.statusCode).toBe(503)
  expect(health.json()).toMatchObject({ code: 'UNAVAILABLE', message: 'Not ready: store, bus' })
  expect(lines.join()).toContain('store: connect ECONNREFUSED 10.0.0.7:27017')
  expect((await app.inject('/livez')).json()).toEqual({ status: 'ok' })
})

test('an internal reason is only logged', async () => {
  const { lines, destination } = openLines()
  const app = build({
    parts: { ...serverParts(), log: createLog({ destination }) },
    ready: async () => {
      throw new Error('connect ECONNREFUSED 10.0.0.7:27017')
    },
  })
  const health = await app.inject('/healthz')
  expect(health.statusCode).toBe(503)
  expect(health.body).not.toContain('10.0.0.7')
  expect(lines.join()).toContain('10.0.0.7')
})

test('the OpenAPI document lists routes added right after createServer', async () => {
  const document = (await build().inject('/openapi.json')).json()
  expect(Object.keys(document.paths)).toEqual(['/posts', '/posts/{id}', '/conflict', '/broken'])
})

test('requests are measured by route, not by URL', async () => {
  const parts = serverParts()
  const app = build({ parts })
  await app.inject('/posts/1')
  await app.inject('/posts/2')
  await app.inject('/nowhere')
  const text = await parts.metrics.registry.metrics()
  const count = (labels: string) =>
    new RegExp(`http_request_duration_seconds_count\\{${labels}\\} (\\d+)`).exec(text)?.[1]
  expect(count('service="posts",method="GET",route="/posts/:id",status="200"')).toBe('2')
  expect(count('service="posts",method="GET",route="none",status="404"')).toBe('1')
})

test('the absolute form of a request target is reduced to its path', async () => {
  const target = await listen(build())
  const answer = await sendRaw(target, { method: 'GET', path: 'http://elsewhere.example/posts?limit=3' })
  expect([answer.status, answer.body]).toEqual([200, '{"limit":3}'])
})

test('closing may take as long as its hooks need, such as a drain', () => {
  const app = createServer({ name: 'posts', parts: serverParts(), ready: async () => {} })
  expect(app.initialConfig.pluginTimeout).toBe(0)
})

test('closing waits for in-flight requests and accepts no new ones', async () => {
  const app = build()
  const steps = new EventEmitter()
  app.get('/slow', async () => {
    steps.emit('entered')
    await once(steps, 'released')
    return 'done'
  })
  const target = await listen(app)
  const entered = once(steps, 'entered')
  const answer = sendRaw(target, { method: 'GET', path: '/slow' })
  await entered
  const closing = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  await expect(sendRaw(target, { method: 'GET', path: '/posts' })).rejects.toThrow('without a response')
  steps.emit('released')
  expect((await answer).body).toBe('done')
  await closing
})

test('closes without waiting for a connection that was never used', async () => {
  const app = build()
  const { port } = await listen(app)
  const unused = connect(port, '127.0.0.1')
  await once(app.server, 'connection')
  await app.close()
  unused.destroy()
})

test.each([
  ['the first', ''],
  ['a later', 'GET /posts HTTP/1.1\r\nHost: x\r\n\r\n'],
])('closes without waiting for the rest of %s request of a connection', async (_which, before) => {
  const app = build()
  const { port } = await listen(app)
  const arrived = once(app.server, 'connection')
  const client = connect(port, '127.0.0.1').on('error', () => undefined)
  const [socket] = (await arrived) as [Socket]
  const sent = `${before}GET /posts HTTP/1.1\r\nHo`
  client.resume().write(sent)
  await expect.poll(() => socket.bytesRead).toBe(sent.length)
  await app.close()
  expect(socket.destroyed).toBe(true)
})

test('a rejected body keeps the response and the connection intact', async () => {
  const target = await listen(build())
  const head = `POST /posts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n`
  const next = 'GET /posts?limit=9 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const answer = await exchange(target, Buffer.from(head + 'x'.repeat(2_000_000) + next))
  expect(answer.status).toBe(413)
  expect(answer.body).toMatch(/HTTP\/1.1 200 OK.*{"limit":9}$/s)
})

test('a request with two hosts is refused, even if they are the same', async () => {
  const at = await listen(build())
  for (const host of ['a', 'b']) {
    const { status, body } = await exchange(
      at,
      Buffer.from(`GET /posts HTTP/1.1\r\nHost: a\r\nhost: ${host}\r\nconnection: close\r\n\r\n`),
    )
    expect([status, JSON.parse(body).message]).toEqual([400, 'There are several Host headers: send one'])
  }
})
