import { hashOf } from '@aangan/service-kit/tokens'
import { describe, expect, it } from 'vitest'
import { signOut } from './account.ts'
import { PASSWORD } from './testing/people.ts'
import { useAuth } from './testing/use-auth.ts'

const { auth, people } = await useAuth()

const ended = (...tokens: (string | undefined)[]) =>
  auth.bus.request('sessions.find-ended', { ids: tokens.map((token) => hashOf(token) ?? '') }, { timeoutMs: 1_000 })

const someone = () => people.register()

describe('a session', () => {
  it('replaces the previous one of the browser, and the fifty-first the oldest', async () => {
    const { username } = await someone()
    const first = auth.cookiesOf(await auth.login(username, PASSWORD))
    const next = auth.cookiesOf(await auth.login(username, PASSWORD, { cookies: first }))
    const list = async () => (await auth.call('/auth/sessions', { method: 'GET', cookies: next })).json()
    expect(await list()).toHaveLength(1)
    auth.pass(1_000)
    for (let at = 0; at < 49; at += 1) await auth.login(username, PASSWORD)
    expect(await list()).toHaveLength(50)
    await auth.login(username, PASSWORD)
    expect((await auth.call('/auth/sessions', { method: 'GET', cookies: next })).statusCode).toBe(401)
  })

  it('ends with a new password, even if removing it was interrupted', async () => {
    const { username } = await someone()
    const { token = '' } = auth.cookiesOf(await auth.login(username, PASSWORD))
    const found = async () => (await auth.call('/sessions/find', { body: { hash: hashOf(token) } })).statusCode
    const account = await auth.accounts.findByName(username)
    expect(await found()).toBe(200)
    await auth.accounts.change(account?._id ?? '', (current) => signOut(current))
    expect([await found(), await ended(token)]).toEqual([404, [hashOf(token)]])
    await auth.accounts.change(account?._id ?? '', (current) => signOut(current, hashOf(token)))
    expect([await found(), await ended(token)]).toEqual([200, []])
  })

  it('is reported as ended only if it is', async () => {
    const { username } = await someone()
    const [one = {}, other = {}] = [await auth.login(username, PASSWORD), await auth.login(username, PASSWORD)].map(
      auth.cookiesOf,
    )
    expect(await ended(one.token, other.token)).toEqual([])
    await auth.call('/auth/logout', { cookies: one })
    expect(await ended(one.token, other.token)).toEqual([hashOf(one.token)])
    auth.pass(8 * 86_400_000)
    expect(await ended(other.token)).toEqual([hashOf(other.token)])
  })

  it('ends with logout, and is broadcast', async () => {
    const { username } = await someone()
    const cookies = auth.cookiesOf(await auth.login(username, PASSWORD))
    const ended: string[] = []
    const listening = await auth.bus.listen({
      subjects: ['session.ended'],
      handle: async ({ data }) => void ended.push(...data.ids),
    })
    const answer = await auth.call('/auth/logout', { cookies })
    expect(answer.statusCode).toBe(200)
    expect(String(answer.headers['set-cookie'])).toMatch(/^token=; Max-Age=0; Path=\//)
    await expect.poll(() => ended).toHaveLength(1)
    const found = await auth.call('/sessions/find', { body: { hash: ended[0] } })
    expect(found.statusCode).toBe(404)
    expect((await auth.call('/auth/logout', { cookies })).statusCode).toBe(200)
    await listening.stop()
  })

  it('ends with logout even after another cookie of the same name', async () => {
    const { username } = await someone()
    const cookies = auth.cookiesOf(await auth.login(username, PASSWORD))
    const headers = { cookie: `token=junk; token=${cookies.token}` }
    await auth.call('/auth/logout', { cookies, headers })
    expect((await auth.call('/auth/sessions', { method: 'GET', cookies })).statusCode).toBe(401)
  })

  it('ends after seven days', async () => {
    const { username } = await someone()
    const cookies = auth.cookiesOf(await auth.login(username, PASSWORD))
    auth.pass(6 * 86_400_000)
    expect((await auth.call('/auth/sessions', { method: 'GET', cookies })).statusCode).toBe(200)
    auth.pass(86_400_001)
    expect((await auth.call('/auth/sessions', { method: 'GET', cookies })).statusCode).toBe(401)
  })

  it('is listed for its owner, who alone can end it', async () => {
    const { username } = await someone()
    const [laptop, phone] = [
      auth.cookiesOf(await auth.login(username, PASSWORD, { headers: { 'user-agent': 'Laptop' } })),
      auth.cookiesOf(await auth.login(username, PASSWORD, { headers: { 'user-agent': 'Phone' } })),
    ]
    const list = (await auth.call('/auth/sessions', { method: 'GET', cookies: laptop })).json()
    expect(list.map((one: { userAgent: string; isCurrent: boolean }) => [one.userAgent, one.isCurrent])).toEqual(
      expect.arrayContaining([
        ['Laptop', true],
        ['Phone', false],
      ]),
    )
    const { id } = list.find((one: { userAgent: string }) => one.userAgent === 'Phone')
    const { username: other } = await someone()
    const stranger = auth.cookiesOf(await auth.login(other, PASSWORD))
    const end = (cookies: Record<string, string>) => auth.call(`/auth/sessions/${id}`, { method: 'DELETE', cookies })
    expect((await end(stranger)).statusCode).toBe(404)
    expect((await end({})).statusCode).toBe(401)
    expect((await end(laptop)).statusCode).toBe(200)
    expect((await auth.call('/auth/sessions', { method: 'GET', cookies: phone })).statusCode).toBe(401)
    expect((await auth.call('/auth/sessions', { method: 'GET', cookies: laptop })).json()).toHaveLength(1)
  })
})
