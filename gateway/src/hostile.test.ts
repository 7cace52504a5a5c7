import { HOSTILE_REQUESTS } from '@aangan/service-kit/testing/hostile'
import { exchange } from '@aangan/service-kit/testing/raw-http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, startSite } from './testing/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ config: { RATE_LIMIT: 1_000_000 } })
})
afterAll(() => site.close())

test.each(HOSTILE_REQUESTS)('$name', async (request) => {
  const answer = await site.send(request)
  expect(answer.status, answer.body).toBeGreaterThanOrEqual(400)
  expect(answer.status, answer.body).toBeLessThan(500)
  if (request.method !== 'HEAD') expect(JSON.parse(answer.body).message).toMatch(/\w+ \w+|Not Found/)
  expect(site.stored).toEqual([])
})

test.each([
  ['no Host', 'GET /posts HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  [
    'two lengths that disagree',
    'POST /posts HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    400,
  ],
  [
    'a length and chunks',
    'POST /posts HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['headers of 20 kB', `GET /posts HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
])('bytes with %s', async (_name, text, status) => {
  const answer = await exchange({ port: site.port }, Buffer.from(text))
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body)).toEqual({
    code: expect.any(String),
    message: expect.stringMatching(/\w+ \w+/),
    requestId: expect.any(String),
  })
})

test('the site still works afterwards', async () => {
  expect((await site.send({ path: '/healthz' })).status).toBe(200)
  expect((await site.send({ path: '/posts' })).body).toBe('[]')
})
