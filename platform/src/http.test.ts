import { exchange } from '@aangan/service-kit/testing/raw-http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withPicture } from './testing/route-subjects.ts'
import { readRoutes } from './testing/routes.ts'
import { type Person, type SiteHere, startSiteHere } from './testing/site-here.ts'

/** What may differ between two responses, and what is about the body that HEAD has not. */
const CHANGING = /^(date|x-request-id|content-length|transfer-encoding)$/
const reads = Object.entries(await readRoutes()).filter(([name]) => name.startsWith('GET '))

let site: SiteHere
let owner: Person
beforeAll(async () => {
  site = await startSiteHere({ RATE_LIMIT: '100000' })
  owner = await site.enter('owner')
})
afterAll(() => site.close())

const steady = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CHANGING.test(name)))

describe.each(reads)('%s', (name, row) => {
  it.each(['identity', 'br'])('has the same headers with HEAD, and with 304 (%s)', async (encoding) => {
    const made = await row.make?.({ site, owner })
    const path = (made?.path ?? name.replace('GET ', '')) + (row.query ?? '')
    const headers = { ...made?.request?.headers, cookie: owner.cookie, 'accept-encoding': encoding }
    const got = await site.send({ path, headers })
    const head = await site.send({ method: 'HEAD', path, headers })
    expect({ status: head.status, ...steady(head.headers) }).toEqual({ status: got.status, ...steady(got.headers) })
    expect(head.body).toBe('')
    const { etag } = got.headers
    if (etag === undefined) return
    const again = await site.send({ path, headers: { ...headers, 'if-none-match': etag } })
    expect([again.status, again.body]).toEqual([304, ''])
    const { 'content-encoding': _packed, ...expected } = steady(got.headers)
    expect(steady(again.headers)).toEqual(expected)
  })
})

it('sends a part of a picture', async () => {
  const made = await withPicture()
  const upload = { method: 'POST', path: '/media/avatars', ...made.request }
  const { body } = await site.send({ ...upload, headers: { ...upload.headers, cookie: owner.cookie } })
  const path = JSON.parse(body).url
  const { status, headers } = await site.send({ path, headers: { range: 'bytes=0-3' } })
  expect([status, headers['content-length'], headers['content-range']]).toEqual([
    206,
    '4',
    expect.stringMatching(/^bytes 0-3\/\d+$/),
  ])
})

const login = 'content-type: application/json\r\nconnection: close\r\n'

it.each([
  ['HTTP/1.0 without a host', 'GET /posts HTTP/1.0\r\n\r\n', 200],
  ['a whole URL', 'GET http://a/posts HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 200],
  ['an encoded path', 'GET /p%6Fsts HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 200],
  ['OPTIONS for the server', 'OPTIONS * HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 204],
  ['OPTIONS for a path', 'OPTIONS /posts HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 204],
  ['two hosts', 'GET /posts HTTP/1.1\r\nhost: a\r\nHost: a\r\nconnection: close\r\n\r\n', 400],
  ['two hosts in HTTP/1.0', 'GET /posts HTTP/1.0\r\nhost: a\r\nhost: b\r\n\r\n', 400],
  ['two slashes', 'GET //posts HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 400],
  [
    'a body that is announced',
    `POST /auth/logout HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\n${login}content-length: 2\r\n\r\n{}`,
    200,
  ],
  [
    'an offer of HTTP/2',
    `POST /auth/login HTTP/1.1\r\nhost: a\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n${login.replace('close', 'close, Upgrade, HTTP2-Settings')}content-length: 30\r\n\r\n{"username":"x","password":""}`,
    401,
  ],
])('%s is answered as HTTP says', async (_what, request, status) => {
  expect(await exchange({ port: site.port }, Buffer.from(request))).toMatchObject({ status })
})
