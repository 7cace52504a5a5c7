import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Site, startSite } from './testing/site.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*;q=0.8' }
const RIGHT = 'username=asha.rao&password=correct+horse%26'

let site: Site
/** What auth was sent, and what the page is asked to show. */
let asked: unknown[] = []
let shown: unknown[] = []

function addAuth(app: App): void {
  app.post('/auth/login', async ({ body, headers }, reply) => {
    asked.push({ body, from: headers['x-forwarded-for'], cookie: headers.cookie })
    const { username, password } = body as Record<string, string>
    if (username === 'busy') throw new AppError('TOO_MANY_REQUESTS', 'Too many failed attempts.', { retryAfterS: 60 })
    if (password !== 'correct horse&') throw new AppError('NOT_AUTHENTICATED', 'Invalid Credentials!')
    reply.header('set-cookie', ['token=new; HttpOnly', 'device=one; HttpOnly'])
    return { id: 'a' }
  })
  app.post('/auth/logout', async ({ body, headers }, reply) => {
    asked.push({ body, cookie: headers.cookie })
    reply.header('set-cookie', 'token=; Max-Age=0; HttpOnly')
    return { message: 'You are signed out.' }
  })
}

function addPages(app: App): void {
  app.post('/login', async ({ body, url, headers }, reply) => {
    shown.push({ body, url, cookie: headers.cookie })
    const { status } = body as { status: number }
    return reply.code(status).type('text/html').header('cache-control', 'private, no-cache').send('<p>Sign in</p>')
  })
  app.get('/*', async (_request, reply) => reply.type('text/html').send('<p>Page</p>'))
}

beforeAll(async () => {
  site = await startSite({ services: { auth: addAuth, registry: addPages } })
})
afterAll(() => site.close())
beforeEach(() => {
  asked = []
  shown = []
})

function send(
  body: string,
  { path = '/login', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
) {
  return site.send({ method: 'POST', path, headers: { ...FORM, ...headers }, body })
}

test('signs in by the same call, with the cookies of that, and leads back', async () => {
  const { status, headers } = await send(RIGHT, { path: '/login?next=%2Fprofile', headers: { cookie: 'device=old' } })
  expect([status, headers.location]).toEqual([303, '/profile'])
  expect(headers['set-cookie']).toBe('token=new; HttpOnly, device=one; HttpOnly')
  expect(headers['cache-control']).toBe('private, no-store')
  const body = { username: 'asha.rao', password: 'correct horse&' }
  expect(asked).toEqual([{ body, from: '127.0.0.1', cookie: 'device=old' }])
  expect(shown).toEqual([])
})

test.each([
  ['', '/'],
  ['?next=https%3A%2F%2Fevil.example', '/'],
  ['?next=%2F%2Fevil.example', '/'],
  ['?next=%2F%5Cevil.example', '/'],
  ['?next=%2Flist&next=%2F%2Fevil.example', '/list'],
  ['?next=%2Flist%3Fcity%3DPune%26near%3Da%252Fb', '/list?city=Pune&near=a%2Fb'],
  ['?next=%2Flist%3Fcity%3D%E0%A4%AA%E0%A5%81', '/list?city=%E0%A4%AA%E0%A5%81'],
])('from /login%s it leads to %s', async (search, location) => {
  expect((await send(RIGHT, { path: `/login${search}` })).headers.location).toBe(location)
})

test.each([
  [
    'a wrong password',
    'username=asha.rao&password=wrong',
    { status: 401, message: 'Invalid Credentials!', username: 'asha.rao' },
  ],
  [
    'too many attempts',
    'username=busy&password=x',
    { status: 429, message: 'Too many failed attempts.', username: 'busy' },
  ],
  ['nothing', '', { status: 401, message: 'Invalid Credentials!', username: '' }],
])('shows the page again after %s, and never the password', async (_why, form, refused) => {
  const { status, headers, body } = await send(form, {
    path: '/login?next=%2Fprofile',
    headers: { cookie: 'token=a; visit=7' },
  })
  expect([status, body]).toEqual([refused.status, '<p>Sign in</p>'])
  expect(shown).toEqual([{ body: refused, url: '/login?next=%2Fprofile', cookie: 'visit=7' }])
  expect(headers['retry-after']).toBe(refused.status === 429 ? '60' : undefined)
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store' })
  expect(headers).not.toHaveProperty('set-cookie')
})

test.each<[what: string, status: number, body: string, headers: Record<string, string>]>([
  ['from another site', 403, RIGHT, { origin: 'https://evil.example' }],
  ['from a page that hides its origin', 403, RIGHT, { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['as plain text', 415, RIGHT, { 'content-type': 'text/plain' }],
  ['as JSON', 415, '{}', { 'content-type': 'application/json' }],
  ['in several parts', 415, RIGHT, { 'content-type': 'multipart/form-data; boundary=x' }],
  ['that is too long', 413, `username=${'a'.repeat(20_000)}`, {}],
])('refuses a form %s, with a page', async (_what, status, body, headers) => {
  for (const path of ['/login', '/logout']) {
    const answer = await send(body, { path, headers })
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
  }
  expect([asked, shown]).toEqual([[], []])
})

test('signs out by the same call, and leads where the screen does', async () => {
  const { status, headers } = await send('', { path: '/logout', headers: { cookie: 'token=old' } })
  expect([status, headers.location]).toEqual([303, '/chat'])
  expect(headers).toMatchObject({ 'set-cookie': 'token=; Max-Age=0; HttpOnly', 'cache-control': 'private, no-store' })
  expect(asked).toEqual([{ body: {}, cookie: 'token=old' }])
})

test('a form that no part of the site takes gets a page, which says what to do', async () => {
  const { status, body } = await send('message=Hello', { path: '/contact' })
  expect(status).toBe(405)
  expect(body).toContain('go back')
})

test('says on the page that auth is away', async () => {
  await site.apps.auth.close()
  expect((await send(RIGHT)).status).toBe(503)
  expect(shown).toMatchObject([{ body: { status: 503, message: expect.stringContaining('not available right now') } }])
  const { status, body, headers } = await send('', { path: '/logout' })
  expect([status, headers['set-cookie']]).toEqual([503, undefined])
  expect(body).toContain('not available right now')
})
