import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, startSite } from './testing/site.ts'

const FRIEND = 'https://friend.example'
const JSON_TYPE = { 'content-type': 'application/json' }
const body = '{"title":"A house","price":5}'

let site: Site
beforeAll(async () => {
  site = await startSite({
    config: { ALLOWED_ORIGINS: [FRIEND] },
    services: {
      registry: (app) => {
        app.get('/r/main.js', async (_request, reply) =>
          reply.type('text/javascript').header('vary', 'accept-encoding').send('1'),
        )
      },
    },
  })
})
afterAll(() => site.close())

function post(headers: Record<string, string>) {
  return site.send({ method: 'POST', path: '/posts', headers: { ...JSON_TYPE, ...headers }, body })
}

test.each([
  ['of a foreign page', { origin: 'https://evil.example' }],
  ['of a page without an origin', { origin: 'null' }],
  ['of a page on another port', { origin: 'http://localhost:1' }],
  ['of a page that hides its origin', { 'sec-fetch-site': 'cross-site' }],
  ['of a neighbour that hides its origin', { 'sec-fetch-site': 'same-site' }],
])('refuses a write %s', async (_name, headers: Record<string, string>) => {
  const before = site.stored.length
  const answer = await post(headers)
  expect(answer.status).toBe(403)
  expect(JSON.parse(answer.body)).toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringMatching(/^Pages of .+ are not allowed to make changes here\.$/),
  })
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  expect(site.stored).toHaveLength(before)
})

test.each([
  'http://evil.example@localhost',
  'http://user:word@localhost',
  'http://@localhost',
  'http://localhost/',
  'http://localhost/list',
  'http://localhost?',
  'http://localhost#',
  'http://localhost:80',
  'http://localhost:',
  'http://localhost.evil.example',
  'http://evil.example#@localhost',
  'http://localhost\\@evil.example',
  'http://LOCALHOST',
  'HTTP://localhost',
  'http:localhost',
  'http:///localhost',
  'http:\\\\localhost',
  '//localhost',
  'localhost',
  'ftp://localhost',
  'blob:http://localhost/1',
  'javascript://localhost',
  'http://localhost, http://evil.example',
  'http://local\thost',
  'http://%6cocalhost',
  '',
])('refuses a write of the origin %j', async (origin) => {
  const answer = await post({ origin })
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([403, 'FORBIDDEN'])
})

test('writes from our own pages, allowed origins and non-browsers are accepted', async () => {
  expect((await post({ origin: 'http://localhost' })).status).toBe(201)
  expect((await post({ origin: FRIEND })).status).toBe(201)
  expect((await post({})).status).toBe(201)
})

test('an http page may not write to the https site', async () => {
  const behindProxy = await startSite({ config: { TRUST_PROXY: '1' } })
  const from = async (origin: string) => {
    const headers = { ...JSON_TYPE, 'x-forwarded-proto': 'https', origin }
    return (await behindProxy.send({ method: 'POST', path: '/posts', headers, body })).status
  }
  expect([await from('https://localhost'), await from('http://localhost')]).toEqual([201, 403])
  await behindProxy.close()
})

test('an allowed origin may read the response, and send the session if it is of the same site', async () => {
  const { headers } = await site.send({ path: '/posts', headers: { origin: FRIEND } })
  expect(headers).toMatchObject({
    'access-control-allow-origin': FRIEND,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': expect.stringContaining('X-Total-Count, Content-Location, X-Left-Out'),
    vary: expect.stringContaining('Origin'),
  })
})

test.each([
  ['GET', '/r/main.js'],
  ['HEAD', '/r/main.js'],
  ['GET', '/openapi.json'],
])('a cache keeps %s %s for each origin, beside what the response varies by itself', async (method, path) => {
  const { headers } = await site.send({ method, path, headers: { origin: FRIEND } })
  expect([headers['access-control-allow-origin'], headers.vary]).toEqual([FRIEND, 'accept-encoding, origin'])
})

test('an allowed origin may read errors', async () => {
  const { status, headers } = await site.send({ path: '/posts?type=castle', headers: { origin: FRIEND } })
  expect([status, headers['access-control-allow-origin']]).toEqual([400, FRIEND])
})

test('other origins may not read responses', async () => {
  const { status, headers } = await site.send({ path: '/posts', headers: { origin: 'https://evil.example' } })
  expect(status).toBe(200)
  expect(headers).not.toHaveProperty('access-control-allow-origin')
})

test('only allowed origins get a preflight response', async () => {
  const ask = (origin: string) =>
    site.send({ method: 'OPTIONS', path: '/posts', headers: { origin, 'access-control-request-method': 'PUT' } })
  const { status, headers } = await ask(FRIEND)
  expect(status).toBe(204)
  expect(headers).toMatchObject({
    'access-control-allow-origin': FRIEND,
    'access-control-allow-methods': expect.stringContaining('PUT'),
    'access-control-max-age': '600',
  })
  expect((await ask('https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin')
})
