import { createServer } from 'node:http'
import type { App } from '@aangan/service-kit/server'
import { exchange } from '@aangan/service-kit/testing/raw-http'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Site, startSite } from './testing/site.ts'

/** Echoes what reached the service. */
function echo(app: App): void {
  app.get('/posts', async ({ raw, headers, identity }) => ({ url: raw.url, headers, identity }))
  app.post('/posts', async ({ body, headers }, reply) => reply.code(201).send({ body, type: headers['content-type'] }))
  app.get('/posts/teapot', async (_request, reply) =>
    reply
      .code(410)
      .headers({ 'x-total-count': '7', 'keep-alive': 'timeout=1', link: '</posts?after=x>; rel="next"' })
      .send({ code: 'GONE', message: 'It is gone', requestId: 'x' }),
  )
}

describe.each(['unix', 'http'] as const)('over %s', (over) => {
  let site: Site
  beforeAll(async () => {
    site = await startSite({ over, services: { posts: echo } })
  })
  afterAll(() => site.close())

  const seen = async (path: string, headers = {}) => JSON.parse((await site.send({ path, headers })).body)

  test('the URL reaches its service unchanged', async () => {
    expect((await seen('/posts?city=New%20Delhi&a=1&a=2&x=%2B')).url).toBe('/posts?city=New%20Delhi&a=1&a=2&x=%2B')
  })

  test('the body reaches its service unchanged', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await site.send({ method: 'POST', path: '/posts', headers, body: '{"title":"घर"}' })
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      201,
      { body: { title: 'घर' }, type: headers['content-type'] },
    ])
  })

  test('a chunked body reaches its service', async () => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const answer = await site.send({ method: 'POST', path: '/posts', headers, body: '7\r\n{"a":1}\r\n0\r\n\r\n' })
    expect(JSON.parse(answer.body).body).toEqual({ a: 1 })
  })

  test('status and headers come back, without hop-by-hop headers', async () => {
    const { status, headers } = await site.send({ path: '/posts/teapot' })
    expect(status).toBe(410)
    expect(headers).toMatchObject({ 'x-total-count': '7', link: '</posts?after=x>; rel="next"' })
    expect(headers).not.toHaveProperty('keep-alive')
  })

  test('clients cannot spoof their identity or address by a header', async () => {
    const forged = {
      authorization: 'Bearer e30.e30.x',
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-real-ip': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
      'x-aangan-user': 'admin',
    }
    const { headers, identity } = await seen('/posts', { ...forged, connection: 'close, x-request-id' })
    expect(identity).toBeNull()
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'localhost',
      'x-forwarded-proto': 'http',
    })
    for (const name of ['authorization', 'x-real-ip', 'forwarded', 'x-aangan-user'])
      expect(headers).not.toHaveProperty(name)
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  })

  test('hop-by-hop headers and those listed in Connection are not forwarded', async () => {
    const { headers } = await seen('/posts', {
      connection: 'close, x-secret',
      'x-secret': '1',
      te: 'trailers',
      upgrade: 'h2c',
    })
    for (const name of ['x-secret', 'te', 'upgrade']) expect(headers).not.toHaveProperty(name)
  })

  test('GET with Content-Length, and Expect, are harmless', async () => {
    const answer = await site.send({
      path: '/posts',
      headers: { 'content-length': '5', expect: '100-continue' },
      body: 'hello',
    })
    expect(answer.status).toBe(200)
  })

  test('one request id runs through gateway, service and response', async () => {
    const { headers, body } = await site.send({ path: '/posts', headers: { 'x-request-id': 'request-from-client' } })
    expect(headers['x-request-id']).toBe('request-from-client')
    expect(JSON.parse(body).headers['x-request-id']).toBe('request-from-client')
  })

  test('an unknown path under a prefix is the 404 of its service, anything else a page', async () => {
    const unknown = await site.send({ path: '/posts/a/b/c' })
    expect([unknown.status, JSON.parse(unknown.body).message]).toEqual([404, 'Not Found'])
    expect((await site.send({ path: '/postscript' })).body).toContain('A page')
    expect((await site.send({ path: '/' })).body).toContain('A page')
  })

  test('HEAD is GET without a body', async () => {
    const answer = await site.send({ method: 'HEAD', path: '/list' })
    expect([answer.status, answer.headers['content-length'], answer.body]).toEqual([200, '28', ''])
  })

  test('another method on a page is 405 with Allow; OPTIONS is forwarded', async () => {
    const answer = await site.send({ method: 'POST', path: '/list' })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect((await site.send({ method: 'DELETE', path: '/posts' })).headers.allow).toBe('GET, HEAD, POST')
    const options = await site.send({ method: 'OPTIONS', path: '/posts' })
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, POST'])
    expect((await site.send({ method: 'OPTIONS', path: '/list' })).headers.allow).toBe('GET, HEAD')
  })
})

test('bodies are limited before they are forwarded: 1 MB, for pictures 16 MB, chunked too', async () => {
  const site = await startSite({
    services: {
      media: (app) => {
        app.addContentTypeParser(
          'image/png',
          { parseAs: 'buffer', bodyLimit: 20_000_000 },
          async (_request: unknown, body: Buffer) => body,
        )
        app.post('/media/posts', async ({ body }) => ({ bytes: (body as Buffer).length }))
      },
    },
  })
  const send = (path: string, type: string, bytes: number, headers = {}) =>
    site.send({ method: 'POST', path, headers: { 'content-type': type, ...headers }, body: Buffer.alloc(bytes, 'x') })
  expect((await send('/posts', 'application/json', 1_100_000)).status).toBe(413)
  expect((await send('/media/posts', 'image/png', 15_000_000)).body).toBe('{"bytes":15000000}')
  const large = await send('/media/posts', 'image/png', 17_000_000)
  expect([large.status, JSON.parse(large.body).code]).toEqual([413, 'TOO_LARGE'])
  const chunk = `${(17_000_000).toString(16)}\r\n${'x'.repeat(17_000_000)}\r\n0\r\n\r\n`
  const head =
    'POST /media/posts HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n'
  expect((await exchange({ port: site.port }, Buffer.from(head + chunk))).status).toBe(413)
  await site.close()
})

test('a response during an upload leaves the connection usable', async () => {
  const site = await startSite({
    services: {
      media: (app) => {
        const refuse = async (_request: unknown, reply: FastifyReply) => reply.code(401).send({ message: 'no' })
        app.post('/media/posts', { onRequest: refuse }, async () => 'never')
      },
    },
  })
  const head = 'POST /media/posts HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: 9000000\r\n\r\n'
  const next = 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  const answer = await exchange({ port: site.port }, Buffer.from(head + 'x'.repeat(9_000_000) + next))
  expect(answer.status).toBe(401)
  expect(answer.body).toMatch(/HTTP\/1.1 200 OK.*{"status":"ok"}$/s)
  await site.close()
})

test('a client refused during an upload can read why', { timeout: 30_000 }, async () => {
  const site = await startSite({
    services: {
      media: (app) => {
        const refuse = async (_request: unknown, reply: FastifyReply) => reply.code(401).send({ message: 'no' })
        app.post('/media/posts', { onRequest: refuse }, async () => 'never')
      },
    },
  })
  // An ordinary client fails when its connection is cut before it has sent everything.
  const upload = (path: string, type: string, bytes: number) =>
    fetch(`http://127.0.0.1:${site.port}${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: Buffer.alloc(bytes, 'x'),
    })
  for (let time = 0; time < 3; time += 1) {
    expect((await upload('/media/posts', 'image/png', 15_000_000)).status).toBe(401)
    expect((await upload('/media/posts', 'image/png', 30_000_000)).status).toBe(413)
    expect((await upload('/posts', 'application/json', 10_000_000)).status).toBe(413)
    expect((await upload('/list', 'text/csv', 10_000_000)).status).toBe(405)
  }
  await site.close()
})

test('a request on a stale connection is retried once', async () => {
  let served = 0
  const service = createServer((_request, response) => {
    served += 1
    // Closes the connection under every second request.
    if (served % 2 === 0) response.destroy()
    else response.end('[]')
  })
  const site = await startSite()
  await site.apps.users.close()
  const socket = site.urls.USERS_URL?.slice('unix:'.length)
  await new Promise<void>((resolve) => service.listen({ path: socket }, resolve))
  for (let time = 0; time < 3; time += 1) expect((await site.send({ path: '/users' })).status).toBe(200)
  await site.close()
  service.close()
})

test('a deploy token reaches the registry, as a header that clients cannot set, and only with calls about releases', async () => {
  const echoToken = (app: App) =>
    void app.get('/*', async ({ headers }) => ({ token: headers['x-aangan-deploy-token'] }))
  const site = await startSite({ services: { registry: echoToken, posts: echoToken } })
  const tokenAt = async (path: string, headers: Record<string, string>) =>
    JSON.parse((await site.send({ path, headers })).body).token
  const sent = { authorization: 'Bearer x' }
  expect(await tokenAt('/releases/mfe-a', sent)).toBe('Bearer x')
  expect(await tokenAt('/releases/mfe-a', { 'x-aangan-deploy-token': 'Bearer x' })).toBeUndefined()
  for (const path of ['/list', '/r/mfe-a/1.0.0/x.js', '/posts/x']) expect(await tokenAt(path, sent)).toBeUndefined()
  await site.close()
})
