import { SERVICE_NAMES, SERVICES } from '@aangan/contracts/services'
import { afterEach, expect, test } from 'vitest'
import { type Site, type SiteOptions, startSite } from './testing/site.ts'

let site: Site
afterEach(() => site.close())

async function start(options: SiteOptions): Promise<void> {
  site = await startSite(options)
}

test.each(['unix', 'http'] as const)('a stopped service over %s is 503, and the others keep working', async (over) => {
  await start({ over })
  await site.apps.posts.close()
  const answer = await site.send({ path: '/posts' })
  expect([answer.status, JSON.parse(answer.body)]).toEqual([
    503,
    {
      code: 'UNAVAILABLE',
      message: 'Listings are not available right now. Try again in a moment.',
      requestId: answer.headers['x-request-id'],
    },
  ])
  expect((await site.send({ path: '/users' })).status).toBe(200)
})

test('a 503 from the service itself is forwarded without a retry', async () => {
  let asked = 0
  await start({
    services: {
      users: (app) => {
        app.get('/users', async (_request, reply) => {
          asked += 1
          return reply.code(503).send({ code: 'UNAVAILABLE', message: 'The store is away', requestId: 'x' })
        })
      },
    },
  })
  expect(JSON.parse((await site.send({ path: '/users' })).body).message).toBe('The store is away')
  expect(asked).toBe(1)
})

test('a service that does not respond in time is 504', async () => {
  await start({
    config: { UPSTREAM_TIMEOUT_MS: 500 },
    services: { users: (app) => void app.get('/users', () => new Promise(() => undefined)) },
  })
  const answer = await site.send({ path: '/users' })
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([504, 'UPSTREAM_TIMED_OUT'])
})

test('a service that drops the connection is 502', async () => {
  await start({
    services: {
      users: (app) => {
        app.post('/users', async (_request, reply) => {
          reply.hijack().raw.destroy()
        })
      },
    },
  })
  const answer = await site.send({ method: 'POST', path: '/users' })
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([502, 'UPSTREAM_FAILED'])
})

test('a browser gets a self-contained error page', async () => {
  await start({ config: { SITE_NAME: '<Aangan>' } })
  await site.apps.registry.close()
  const { status, headers, body } = await site.send({ path: '/list', headers: { accept: 'text/html,*/*;q=0.8' } })
  expect(status).toBe(503)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';style-src 'sha256-[^']+';/)
  expect(body).toContain('The pages of this site are not available right now. Try again in a moment.')
  expect(body).toContain('Go to &#60;Aangan&#62;')
  expect(body).not.toMatch(/<script|<link|src=/)
})

test('API paths always get JSON, whatever Accept says', async () => {
  await start({ config: { RATE_LIMIT: 2_000 } })
  for (const name of SERVICE_NAMES) await site.apps[name].close()
  for (const path of SERVICE_NAMES.flatMap((name) => SERVICES[name].prefixes)) {
    for (const address of [path, `${path}/deep/er?x=1`, `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`]) {
      const answer = await site.send({ path: address, headers: { accept: 'text/html' } })
      expect([address, answer.status, answer.headers['content-type']]).toEqual([
        address,
        503,
        'application/json; charset=utf-8',
      ])
    }
  }
})

test('the error page escapes the address', async () => {
  await start({})
  const answer = await site.send({ path: '/x?<script>alert(1)</script>[$ne]=1', headers: { accept: 'text/html' } })
  expect(answer.status).toBe(400)
  expect(answer.body).not.toContain('<script>')
})

test('pages work again once their service is back', async () => {
  await start({})
  await site.apps.users.close()
  expect((await site.send({ path: '/users' })).status).toBe(503)
  await site.restart('users')
  expect((await site.send({ path: '/users' })).status).toBe(200)
})
