import { AUDIENCES, type Audience } from '@aangan/contracts/services'
import { createSigner } from 'fast-jwt'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openMint } from './identity.ts'
import { createKeyPair } from './secrets.ts'
import { type App, createServer } from './server.ts'
import { serverParts } from './testing/server-parts.ts'

const keys = createKeyPair()
let app: App
beforeEach(async () => {
  app = createServer({
    name: 'posts',
    parts: { ...serverParts(), identity: { publicKeys: keys.publicKeys } },
    ready: async () => {},
  })
  app.get('/me', async ({ identity }) => ({ identity }))
  await app.ready()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

function tokenOf(signer: typeof keys, to: Audience = 'posts'): string {
  return openMint(signer)({ id: 'abc', session: 'one' }, to)
}

function ask(authorization?: string) {
  return app.inject({ url: '/me', headers: authorization === undefined ? {} : { authorization } })
}

test("a request without a token is a visitor's", async () => {
  expect((await ask()).json()).toEqual({ identity: null })
})

test('a token identifies its user every time', async () => {
  const token = tokenOf(keys)
  for (let time = 0; time < 3; time += 1) {
    expect((await ask(`Bearer ${token}`)).json()).toEqual({ identity: { id: 'abc', session: 'one', token } })
  }
})

test.each(AUDIENCES)('%s accepts its own tokens and refuses those sent to others', async (name) => {
  const service = createServer({ name, parts: { ...serverParts(), identity: keys }, ready: async () => {} })
  onTestFinished(() => service.close())
  service.get('/me', async ({ identity }) => ({ identity }))
  const statuses = AUDIENCES.map(async (to) => {
    const headers = { authorization: `Bearer ${tokenOf(keys, to)}` }
    return [to, (await service.inject({ url: '/me', headers })).statusCode]
  })
  // The registry asks posts and users on behalf of who opens a page.
  const asksHere = (to: Audience) => to === 'registry' && (name === 'posts' || name === 'users')
  const expected = AUDIENCES.map((to) => [to, to === name || asksHere(to) ? 200 : 401])
  expect(Object.fromEntries(await Promise.all(statuses))).toEqual(Object.fromEntries(expected))
})

test('a token without an audience is refused', async () => {
  const sign = createSigner({ algorithm: 'EdDSA', key: keys.privateKey, iss: 'aangan-gateway', expiresIn: 60_000 })
  expect((await ask(`Bearer ${sign({ sub: 'abc', sid: 'one' })}`)).statusCode).toBe(401)
})

test('a token expires after five minutes even if it is cached', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const token = tokenOf(keys)
  vi.advanceTimersByTime(4 * 60_000)
  expect((await ask(`Bearer ${token}`)).statusCode).toBe(200)
  vi.advanceTimersByTime(2 * 60_000)
  expect((await ask(`Bearer ${token}`)).statusCode).toBe(401)
})

test('a token that is foreign, altered, unsigned or malformed is rejected', async () => {
  const token = tokenOf(keys)
  const [header, , signature] = token.split('.')
  const other = Buffer.from(
    JSON.stringify({ sub: 'admin', sid: 'x', exp: 9e9, iss: 'aangan-gateway', aud: 'posts' }),
  ).toString('base64url')
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  const refused = [
    tokenOf(createKeyPair()),
    `${header}.${other}.${signature}`,
    `${none}.${other}.`,
    'x.y.z',
    `${token} extra`,
  ]
  for (const bad of refused) {
    const answer = await ask(`Bearer ${bad}`)
    expect(answer.statusCode, bad).toBe(401)
    expect(answer.json()).toMatchObject({ code: 'NOT_AUTHENTICATED', message: 'Not Authenticated!' })
  }
  expect((await ask('Basic YTpi')).statusCode).toBe(401)
})

test('a server without a verifier trusts no token', async () => {
  const gateway = createServer({
    name: 'gateway',
    parts: { ...serverParts(), identity: undefined },
    ready: async () => {},
  })
  gateway.get('/me', async ({ identity }) => ({ identity }))
  const token = tokenOf(keys)
  const answer = await gateway.inject({ url: '/me', headers: { authorization: `Bearer ${token}` } })
  expect(answer.json()).toEqual({ identity: null })
})

test('tokens of the old and the new key are valid during key rotation', async () => {
  const next = createKeyPair()
  const [old] = keys.publicKeys
  const [fresh] = next.publicKeys
  const changing = createServer({
    name: 'posts',
    parts: { ...serverParts(), identity: { publicKeys: [fresh, old] } },
    ready: async () => {},
  })
  changing.get('/me', async ({ identity }) => ({ identity }))
  const statusOf = async (token: string) =>
    (await changing.inject({ url: '/me', headers: { authorization: `Bearer ${token}` } })).statusCode
  expect(await statusOf(tokenOf(keys))).toBe(200)
  expect(await statusOf(tokenOf(next))).toBe(200)
  expect(await statusOf(tokenOf(createKeyPair()))).toBe(401)
  await changing.close()
})
