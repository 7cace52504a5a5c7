import type { App } from '@aangan/service-kit/server'
import { afterEach, expect, test } from 'vitest'
import { type Site, startSite } from './testing/site.ts'

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

test('an address over the registration limit is told when to retry', async () => {
  const accounts = (app: App) => void app.post('/auth/register', async () => ({}))
  site = await startSite({ config: { REGISTER_LIMIT: 1 }, services: { auth: accounts } })
  const register = () => site.send({ method: 'POST', path: '/auth/register' })
  expect((await register()).status).toBe(200)
  const { status, body } = await register()
  expect([status, JSON.parse(body).message]).toEqual([
    429,
    'Too many new accounts from your internet connection. Try again in 60 minutes.',
  ])
})
