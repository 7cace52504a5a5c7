import { connect } from 'node:net'
import type { App } from '@aangan/service-kit/server'
import { hashToken } from '@aangan/service-kit/tokens'
import { Type } from 'typebox'
import { afterEach, describe, expect, test } from 'vitest'
import { type Site, startSite } from './testing/site.ts'
import { startNode } from './testing/socket-node.ts'

let site: Site
afterEach(() => site.close())

test('an address over the limit is refused until the minute is over; probes are not counted', async () => {
  site = await startSite({ config: { RATE_LIMIT: 3 } })
  for (let time = 0; time < 5; time += 1) expect((await site.send({ path: '/livez' })).status).toBe(200)
  // Service routes, unknown paths and refused addresses all count.
  for (const path of ['/posts', '/users/x', '/%ff']) expect((await site.send({ path })).status).not.toBe(429)
  const { status, headers, body } = await site.send({ path: '/' })
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(JSON.parse(body)).toEqual({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringMatching(/^Too many requests from your internet connection\. Try again in \d+ s\.$/),
    requestId: headers['x-request-id'],
  })
  expect(headers['content-security-policy']).toContain("default-src 'self'")
})

test('X-Forwarded-For from a client is ignored', async () => {
  site = await startSite({ config: { RATE_LIMIT: 1 } })
  const from = (address: string) => site.send({ path: '/posts', headers: { 'x-forwarded-for': address } })
  expect((await from('1.1.1.1')).status).toBe(200)
  expect((await from('2.2.2.2')).status).toBe(429)
})

test.each(['127.0.0.1', 'loopback', '1'])(
  'behind a proxy trusted by TRUST_PROXY=%s, visitors are counted separately',
  async (TRUST_PROXY) => {
    site = await startSite({ config: { RATE_LIMIT: 1, TRUST_PROXY } })
    const from = (addresses: string) => site.send({ path: '/posts', headers: { 'x-forwarded-for': addresses } })
    expect((await from('1.1.1.1')).status).toBe(200)
    expect((await from('2.2.2.2')).status).toBe(200)
    // Entries before the proxy's own are made up by the visitor.
    expect((await from('9.9.9.9, 2.2.2.2')).status).toBe(429)
  },
)

test('an address over the report limit is told when to retry, however it encodes the path', async () => {
  const reports = (app: App) => {
    app.post('/posts/:id/reports', async (_request, reply) => reply.code(201).send({ message: 'Thank you' }))
    app.post('/posts/:id/other', async () => ({}))
  }
  site = await startSite({ config: { REPORT_LIMIT: 2 }, services: { posts: reports } })
  const send = (path: string) =>
    site.send({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body: '{}' })
  expect((await send('/posts/a/reports')).status).toBe(201)
  expect((await send('/posts/b/reports?x=1')).status).toBe(201)
  for (const path of ['/posts/c/reports', '/posts/c/%72eports', '/posts/c/reports?', '/%70osts/c/reports']) {
    const { status, headers, body } = await send(path)
    expect({ path, status }).toEqual({ path, status: 429 })
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500)
    expect(JSON.parse(body)).toEqual({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many reports from your internet connection. Try again in 60 minutes.',
      requestId: headers['x-request-id'],
    })
  }
  expect((await send('/posts/c/other')).status).toBe(200)
  expect((await site.send({ path: '/posts/c/reports' })).status).toBe(405)
})

const REGISTER = { method: 'POST', path: '/auth/register' }

/** Responds with the status that the body names, once `release` is called with it. */
function registering() {
  const held = new Map<string, () => void>()
  const routes = (app: App) => {
    const Body = Type.Object({ status: Type.Integer(), hold: Type.Optional(Type.String()) })
    app.post('/auth/register', { schema: { body: Body } }, async ({ body }, reply) => {
      if (body.hold) await new Promise<void>((resolve) => held.set(body.hold ?? '', resolve))
      return reply.code(body.status).send({})
    })
  }
  const register = (body: object) =>
    site.send({ ...REGISTER, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return { routes, held, register }
}

test('only created accounts count towards the registration limit', async () => {
  const { routes, register } = registering()
  site = await startSite({ config: { REGISTER_LIMIT: 2 }, services: { auth: routes } })
  for (let time = 0; time < 30; time += 1) expect((await site.send(REGISTER)).status).toBe(400)
  for (const status of [400, 409, 201, 409, 201]) expect((await register({ status })).status).toBe(status)
  const { status, body } = await register({ status: 201 })
  expect([status, JSON.parse(body).message]).toEqual([
    429,
    'Too many new accounts from your internet connection. Try again in 60 minutes.',
  ])
})

test('a burst does not exceed the registration limit, and waits for those that may create nothing', async () => {
  const { routes, held, register } = registering()
  site = await startSite({ config: { REGISTER_LIMIT: 2 }, services: { auth: routes } })
  const first = [register({ status: 409, hold: 'a' }), register({ status: 201, hold: 'b' })]
  await expect.poll(() => held.size).toBe(2)
  const later = [register({ status: 201 }), register({ status: 201 }), register({ status: 201 })]
  for (const release of held.values()) release()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([409, 201])
  expect((await Promise.all(later)).map(({ status }) => status).sort()).toEqual([201, 429, 429])
})

test('an account created for a client that has left counts, too', async () => {
  const { routes, held, register } = registering()
  site = await startSite({ config: { REGISTER_LIMIT: 1 }, services: { auth: routes } })
  const client = connect(site.port, '127.0.0.1')
  const body = JSON.stringify({ status: 201, hold: 'a' })
  const head = `POST /auth/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
  client.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
  await expect.poll(() => held.size).toBe(1)
  client.destroy()
  const other = register({ status: 201 })
  held.get('a')?.()
  expect((await other).status).toBe(429)
})

describe('a signed-in person whose address has used up its limit', () => {
  const USERS = ['a', 'b'].map((letter) => letter.repeat(24))
  const cookieOf = (token: string) => ({ cookie: `token=${token.padEnd(43, token)}` })
  const asked: string[] = []
  const auth = (app: App) => {
    app.post<{ Body: { hash: string } }>('/sessions/find', async ({ body }, reply) => {
      asked.push(body.hash)
      const at = ['a', 'b'].findIndex((token) => hashToken(token.repeat(43)) === body.hash)
      return at < 0 ? reply.code(404).send({}) : { userId: USERS[at] }
    })
  }
  const status = async (headers: Record<string, string> = {}, path = '/posts') =>
    (await site.send({ path, headers })).status

  test('may still make requests of their own, in a session that the gateway has not seen before', async () => {
    site = await startSite({ config: { RATE_LIMIT: 3 }, services: { auth } })
    for (const expected of [200, 200, 200, 429]) expect(await status()).toBe(expected)
    expect(await status(cookieOf('z'))).toBe(429)
    for (const expected of [200, 200, 200, 429]) expect(await status(cookieOf('a'))).toBe(expected)
    expect(await status(cookieOf('b'))).toBe(200)
  })

  test('made-up sessions from such an address do not reach auth without end', async () => {
    site = await startSite({ config: { RATE_LIMIT: 5 }, services: { auth } })
    for (let time = 0; time < 5; time += 1) await status()
    asked.length = 0
    for (let at = 0; at < 20; at += 1) expect(await status(cookieOf(String.fromCharCode(99 + at)))).toBe(429)
    expect(asked).toHaveLength(5)
  })

  test('has requests in flight and reports of their own', async () => {
    let release = () => {}
    const posts = (app: App) => {
      app.get('/posts', async () => [])
      app.get('/posts/slow', () => new Promise((resolve) => (release = () => resolve([]))))
      app.post('/posts/:id/reports', async (_request, reply) => reply.code(201).send({}))
    }
    site = await startSite({ config: { CONCURRENT_LIMIT: 1, REPORT_LIMIT: 1 }, services: { auth, posts } })
    // The gateway knows the session from here on.
    expect(await status(cookieOf('a'))).toBe(200)
    const slow = status({}, '/posts/slow')
    await expect.poll(() => status()).toBe(429)
    expect(await status(cookieOf('a'))).toBe(200)
    release()
    expect(await slow).toBe(200)
    const report = async (headers = {}) =>
      (await site.send({ method: 'POST', path: '/posts/1/reports', headers })).status
    expect([await report(), await report(), await report(cookieOf('a')), await report(cookieOf('a'))]).toEqual([
      201, 429, 201, 429,
    ])
  })
})

test('refusals are counted by the name of their limit', async () => {
  const posts = (app: App) => {
    app.get('/posts', async () => [])
    app.post('/posts/:id/reports', async (_request, reply) => reply.code(201).send({}))
  }
  const config = { RATE_LIMIT: 5, REPORT_LIMIT: 1, REGISTER_LIMIT: 1 }
  site = await startSite({ config, services: { auth: registering().routes, posts } })
  const post = (path: string) =>
    site.send({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body: '{"status":201}' })
  for (const path of ['/auth/register', '/posts/a/reports']) for (let time = 0; time < 2; time += 1) await post(path)
  for (let time = 0; time < 2; time += 1) await site.send({ path: '/posts' })
  for (let time = 0; time < 16; time += 1) await site.send({ path: '/media/drawings/a/b/c' })
  const counted = (await site.metrics.registry.metrics()).match(/^gateway_limited_total.*$/gm)
  expect(counted?.sort()).toEqual(
    ['calls', 'files', 'new accounts', 'reports'].map((name) => `gateway_limited_total{limit="${name}"} 1`),
  )
})

test('files have a limit of their own, three times that of calls', async () => {
  site = await startSite({ config: { RATE_LIMIT: 2 } })
  const status = async (path: string) => (await site.send({ path })).status
  for (let time = 0; time < 6; time += 1) expect(await status('/media/drawings/a/b/c')).toBe(200)
  expect([await status('/media/drawings/a/b/c'), await status('/posts')]).toEqual([429, 200])
})

test('long polls do not use up the requests in flight', async () => {
  site = await startSite({ config: { CONCURRENT_LIMIT: 1 } })
  const node = await startNode(site.bus, 'node')
  const polls = [1, 2].map(() => site.send({ path: '/socket.io/?EIO=4&transport=polling&sid=node.a&wait' }))
  await expect.poll(() => node.asked.length).toBe(2)
  expect((await site.send({ path: '/posts' })).status).toBe(200)
  await node.close()
  await Promise.all(polls)
})
