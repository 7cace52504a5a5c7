import { createHash } from 'node:crypto'
import { SERVICE_NAMES, SERVICES } from '@aangan/contracts/services'
import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from './testing/site.ts'

const RAVI = '0123456789abcdef01234567'
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const tokenOf = (letter: string) => letter.repeat(43)

/** The sessions auth knows, by hash, and the lookups it received. */
const sessions = new Map<string, string>()
let asked: string[] = []
let hold: Promise<void> | undefined
let site: Site
let offset = 0
/** Of the system clock alone. */
let step = 0

beforeAll(async () => {
  site = await startSite({
    now: () => new Date(Date.now() + offset + step),
    elapsedMs: () => performance.now() + offset,
    services: {
      auth: (app) => {
        app.post<{ Body: { hash: string } }>('/sessions/find', async ({ body }) => {
          asked.push(body.hash)
          const userId = sessions.get(body.hash)
          await hold
          if (userId === undefined) throw new AppError('NOT_FOUND', 'Session not found.')
          return { userId, expiresAt: new Date(Date.now() + 1e9).toISOString() }
        })
        app.post('/auth/logout', async () => ({ message: 'out' }))
      },
      users: (app) => {
        app.get('/users/me', async ({ identity, isIdentityKnown, headers }) => {
          if (identity === null && headers['x-must'] === 'yes')
            throw new AppError('NOT_AUTHENTICATED', 'Not Authenticated!')
          return {
            id: identity?.id ?? null,
            session: identity?.session,
            isIdentityKnown,
            cookie: headers.cookie ?? null,
          }
        })
      },
    },
  })
})
afterAll(() => site.close())

async function me(cookie?: string, headers: Record<string, string> = {}) {
  const answer = await site.send({
    path: '/users/me',
    headers: { ...headers, ...(cookie !== undefined && { cookie }) },
  })
  return { status: answer.status, ...JSON.parse(answer.body) }
}

function open(letter: string): string {
  sessions.set(hashOf(tokenOf(letter)), RAVI)
  asked = []
  return `token=${tokenOf(letter)}`
}

it('exchanges the cookie for an identity; the service sees no cookie', async () => {
  const cookie = open('a')
  const expected = { status: 200, id: RAVI, session: hashOf(tokenOf('a')), isIdentityKnown: true, cookie: null }
  expect(await me(`theme=dark; ${cookie}; x=y`)).toEqual(expected)
  expect(await me(cookie)).toEqual(expected)
  expect(asked).toEqual([hashOf(tokenOf('a'))])
})

it('forwards cookies to auth only', async () => {
  const echo = (app: App) => void app.get('/*', async ({ headers }) => ({ cookie: headers.cookie ?? null }))
  const all = await startSite({ services: Object.fromEntries(SERVICE_NAMES.map((name) => [name, echo])) })
  const cookie = `token=${tokenOf('a')}; device=x`
  const seen = SERVICE_NAMES.map(async (name) => {
    const [prefix = ''] = SERVICES[name].prefixes
    return [name, JSON.parse((await all.send({ path: `${prefix}/any`, headers: { cookie } })).body).cookie]
  })
  const expected = Object.fromEntries(SERVICE_NAMES.map((name) => [name, null]))
  expect(Object.fromEntries(await Promise.all(seen))).toEqual({ ...expected, auth: cookie })
  await all.close()
})

it('ignores identity headers from visitors', async () => {
  open('a')
  expect(await me(undefined, { authorization: 'Bearer x.y.z' })).toMatchObject({ status: 200, id: null })
  expect(await me(undefined, { 'x-aangan-identity': 'unknown' })).toMatchObject({ isIdentityKnown: true })
  for (const cookie of [
    'token=short',
    `token=${'é'.repeat(43)}`,
    `xtoken=${tokenOf('a')}`,
    `token=${tokenOf('a')}x`,
    'token',
  ])
    expect(await me(cookie), cookie).toMatchObject({ id: null, isIdentityKnown: true })
  expect(asked).toEqual([])
})

it('caches an unknown session', async () => {
  asked = []
  expect(await me(`token=${tokenOf('n')}`)).toMatchObject({ id: null })
  expect(await me(`token=${tokenOf('n')}`)).toMatchObject({ id: null })
  expect(asked).toHaveLength(1)
})

it('shares one lookup among concurrent requests', async () => {
  const cookie = open('b')
  const answers = await Promise.all(Array.from({ length: 20 }, () => me(cookie)))
  expect(answers.every(({ id }) => id === RAVI)).toBe(true)
  expect(asked).toHaveLength(1)
})

it('evicts a session that has ended, even during its lookup', async () => {
  const cookie = open('c')
  const hash = hashOf(tokenOf('c'))
  expect((await me(cookie)).id).toBe(RAVI)
  await site.bus.broadcast('session.ended', { ids: [hash] })
  await expect.poll(async () => (await me(cookie)).id).toBeNull()

  const slow = open('d')
  let release = () => {}
  hold = new Promise((resolve) => {
    release = resolve
  })
  const waiting = me(slow)
  await expect.poll(() => asked).toHaveLength(1)
  await site.bus.broadcast('session.ended', { ids: [hashOf(tokenOf('d')), 'last'] })
  // Broadcasts arrive in order.
  await expect.poll(async () => (await me(cookie)).id).toBeNull()
  release()
  hold = undefined
  expect((await waiting).id).toBeNull()
})

it('asks again after a minute, in case a broadcast was missed', async () => {
  const cookie = open('e')
  expect((await me(cookie)).id).toBe(RAVI)
  sessions.delete(hashOf(tokenOf('e')))
  expect((await me(cookie)).id).toBe(RAVI)
  offset += 61_000
  expect((await me(cookie)).id).toBeNull()
})

it('asks again after a call to auth that may have ended the session', async () => {
  const cookie = open('f')
  await me(cookie)
  sessions.delete(hashOf(tokenOf('f')))
  await site.send({ method: 'POST', path: '/auth/logout', headers: { cookie } })
  expect((await me(cookie)).id).toBeNull()
})

it('while auth is down keeps known sessions for some minutes, and turns a 401 into a 503', async () => {
  const cookie = open('g')
  const stranger = open('h')
  expect((await me(cookie)).id).toBe(RAVI)
  await site.apps.auth.close()
  offset += 61_000
  expect((await me(cookie)).id).toBe(RAVI)
  expect(await me(stranger)).toMatchObject({ status: 200, id: null, isIdentityKnown: false })
  expect(await me(stranger, { 'x-must': 'yes' })).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  expect(await me(undefined, { 'x-must': 'yes' })).toMatchObject({ status: 401 })
  offset += 300_000
  expect(await me(cookie)).toMatchObject({ id: null, isIdentityKnown: false })
  await site.restart('auth')
  expect((await me(cookie)).id).toBe(RAVI)
})

it('renews the token of a cached session when the system clock is set forward', async () => {
  const cookie = open('k')
  expect((await me(cookie)).id).toBe(RAVI)
  step = 600_000
  await me(cookie)
  step = 0
  expect(asked).toHaveLength(2)
})

it('while auth hangs waits for one request only', async () => {
  const cookie = open('i')
  let letGo = () => {}
  hold = new Promise((resolve) => {
    letGo = resolve
  })
  expect(await me(cookie)).toMatchObject({ id: null, isIdentityKnown: false })
  expect(await me(open('j'))).toMatchObject({ id: null, isIdentityKnown: false })
  expect(asked).toEqual([])
  hold = undefined
  letGo()
  // The system clock is set back, by less than a token lives: the pause lasts no longer.
  step = -120_000
  offset += 2_000
  expect((await me(cookie)).id).toBe(RAVI)
  sessions.delete(hashOf(tokenOf('i')))
  offset += 61_000
  expect((await me(cookie)).id).toBeNull()
  step = 0
})
