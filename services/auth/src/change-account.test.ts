import type { AccountChange } from '@aangan/contracts/accounts'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { createSignIn } from '@aangan/service-kit/testing/sign-in'
import { describe, expect, it } from 'vitest'
import { changeAccount } from './change-account.ts'
import { partsOver } from './testing/parts.ts'
import { HOUR, PASSWORD, type Person } from './testing/people.ts'
import { useAuth } from './testing/use-auth.ts'

const { auth, people } = await useAuth()

const NEXT = 'a new password'
const NEEDED = 'Current password: enter it, or sign in again, to change your username, email address or password.'
const WRONG = 'Current password: this is not your password. Check it and try again.'

it('changes an account: publishes it, reports conflicts, and ends all other sessions', async () => {
  const person = await people.confirmed()
  const { id, username, cookies } = person
  const taken = await people.confirmed()
  const there = await people.signIn(username)
  await expect(people.change(person, { username: taken.username })).rejects.toThrow('Username is already taken!')
  const both = { username: taken.username, email: taken.email }
  await expect(people.change(person, both)).rejects.toThrow('Username is already taken!')
  await expect(people.change(person, { email: taken.email })).rejects.toThrow('User with this email already exists!')
  await expect(people.change(person, { username: '$' })).rejects.toThrow('Username: use')
  const account = await people.change(person, { username: `${username}.x`, password: NEXT })
  expect(account).toMatchObject({ id, username: `${username}.x`, rev: 3 })
  expect([await people.isSignedIn(cookies), await people.isSignedIn(there.cookies)]).toEqual([true, false])
  expect((await auth.login(`${username}.x`, NEXT)).statusCode).toBe(200)
  for (let at = 0; at < 10; at += 1) await auth.login(`${username}.x`, 'guess', { address: `198.51.100.${at}` })
  expect((await auth.login(`${username}.x`, NEXT, { cookies })).statusCode).toBe(200)
})

it('changes only the account of the person who asks', async () => {
  const [victim, thief] = [await people.confirmed(), await people.confirmed()]
  const forged = createSignIn(createKeyPair(), 'auth').identityAt('users', victim.id)
  const change = { id: victim.id, username: `${thief.username}.x` } as AccountChange
  for (const as of [forged, { ...forged, token: '' }, undefined as never]) {
    const asked = auth.bus.request('accounts.change', change, { as, timeoutMs: 5_000 })
    await expect(asked).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' })
  }
  expect(await people.change(thief, change)).toMatchObject({ id: thief.id, username: `${thief.username}.x` })
  const [account] = await auth.bus.request('accounts.find', { ids: [victim.id] }, { timeoutMs: 5_000 })
  expect(account).toMatchObject({ username: victim.username })
})

describe('a new username, password or address', () => {
  it.each([
    ['username', { username: 'elsewhere' }],
    ['password', { password: NEXT }],
    ['address', { email: 'elsewhere@example.org' }],
  ])('%s: an hour after signing in, needs the current password', async (_what, change) => {
    const person = await people.confirmed()
    auth.pass(HOUR - 1_000)
    await people.change(person, { password: PASSWORD })
    auth.pass(1_000)
    await expect(people.change(person, change)).rejects.toMatchObject({ code: 'FORBIDDEN', message: NEEDED })
    const guess = { ...change, currentPassword: 'a guess' }
    await expect(people.change(person, guess)).rejects.toMatchObject({ code: 'FORBIDDEN', message: WRONG })
    expect((await auth.login(person.username, PASSWORD)).json().email).toBe(person.email)
    const { id, username, email } = person
    expect(await people.change(person, { username, email: email.toUpperCase() })).toMatchObject({ username, email })
    const { password: _, ...shown } = { id, username, email, password: '', ...change }
    expect(await people.change(person, { ...change, currentPassword: PASSWORD })).toMatchObject(shown)
  })

  it('refuses a wrong current password also after a fresh sign-in', async () => {
    const change = { password: NEXT, currentPassword: 'a guess' }
    await expect(people.change(await people.enter(), change)).rejects.toThrow(WRONG)
  })

  it('is not proved by the session of another account, or one that has ended', async () => {
    const [person, other] = [await people.confirmed(), await people.confirmed()]
    const change = { password: NEXT }
    await expect(people.change({ ...person, cookies: other.cookies }, change)).rejects.toThrow(NEEDED)
    await expect(people.change({ ...person, cookies: {} }, change)).rejects.toThrow(NEEDED)
    await auth.call('/auth/logout', { cookies: person.cookies })
    await expect(people.change(person, change)).rejects.toThrow(NEEDED)
  })

  it('limits guesses of the current password, apart from strangers’ guesses at sign-in', async () => {
    const person = await people.confirmed()
    for (let at = 0; at < 10; at += 1) await auth.login(person.username, 'guess', { address: `198.51.100.${at}` })
    const change = { password: NEXT, currentPassword: 'a guess' }
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => people.change(person, change)))
    const reasons = tries.map((tried) => Object(Object(tried).reason).code).sort()
    expect(reasons).toEqual([...Array(10).fill('FORBIDDEN'), 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
    const right = { ...change, currentPassword: PASSWORD }
    await expect(people.change(person, right)).rejects.toThrow(/^Too many failed attempts\. Try again in \d+ min/)
    auth.pass(15 * 60_000)
    expect(await people.change(person, right)).toMatchObject({ id: person.id })
  })

  it('limits how many addresses an account can try in an hour', async () => {
    const [person, taken] = [await people.confirmed(), await people.confirmed()]
    for (let at = 0; at < 12; at += 1) await people.change(person, { email: person.email.toUpperCase() })
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, () => people.change(person, { email: taken.email })),
    )
    const refused = tries.filter((tried) => String(Object(tried).reason).includes('too many'))
    expect(refused).toHaveLength(2)
    await expect(people.change(person, { email: taken.email })).rejects.toThrow(
      /^You have tried too many new email addresses\. Try again in \d+ minutes?\.$/,
    )
    auth.pass(HOUR)
    const change = { email: `new.${person.email}`, currentPassword: PASSWORD }
    expect(await people.change(person, change)).toMatchObject({ email: `new.${person.email}` })
  })

  it('limits new passwords of an account, also when they come at once', async () => {
    const person = await people.confirmed()
    await expect(people.change(person, { password: 'short' })).rejects.toThrow('Password: use')
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => people.change(person, { password: `new password ${at}` })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    await expect(people.change(person, { password: NEXT })).rejects.toThrow(
      /^You have changed your password too often\. Try again in \d+ minutes?\.$/,
    )
  })
})

it('finds accounts by id', async () => {
  const { id, username, email } = await people.enter()
  const found = await auth.bus.request('accounts.find', { ids: [id, '0'.repeat(24)] }, { timeoutMs: 5_000 })
  expect(found).toEqual([{ id, username, email, mailTo: null, createdAt: expect.any(String), rev: 1 }])
})

it('writes only what changes: what the form sends along must not revert a change made meanwhile', async () => {
  const person = await people.confirmed()
  const next = `next.${person.email}`
  const { store } = auth.parts
  const find: typeof store.find = async (id) => {
    const found = await store.find(id)
    await store.change(id, () => ({ email: next }))
    return found
  }
  const parts = partsOver(auth, { ...store, find })
  await changeAccount(
    parts,
    { id: person.id, session: '', token: '' },
    { username: person.username, email: person.email },
  )
  expect((await store.find(person.id))?.email).toBe(next)
})

it('an account keeps a name and an address that are not allowed any more', async () => {
  const person = await people.confirmed()
  const old = { username: 'Support.Kumar', email: 'kumar@yahoo。co.in' }
  const { username, email } = old
  await auth.accounts.change(person.id, () => ({ renamed: { username, at: new Date() }, email, emailKey: email }))
  auth.pass(2 * HOUR)
  expect(await people.change(person, old)).toMatchObject(old)
  const proved = { ...old, currentPassword: PASSWORD }
  expect(await people.change(person, { ...proved, username: 'support.kumar' })).toMatchObject({
    username: 'support.kumar',
  })
  await expect(people.change(person, { ...proved, username: 'support.rao' })).rejects.toThrow('reserved')
})

it.each([
  ['many people use', () => 'Iloveyou'],
  ['many people use, with what is not seen', () => 'pass\u200bword '],
  ['is one character', () => 'aaaaaaaa'],
  ['is the username', ({ username }: Person) => username.toUpperCase()],
  ['is the address', ({ email }: Person) => email],
] as const)('refuses a password that %s, here and in a reset', async (_what, passwordOf) => {
  const person = await people.confirmed({ username: `guessable.${Date.now() % 1e6}` })
  const password = passwordOf(person)
  await expect(people.change(person, { password })).rejects.toThrow(/^Password: .*\. Choose another\.$/)
  await people.forgot(person.email)
  const token = await people.token(person.email, 'reset')
  const answer = await people.reset({ token, password })
  expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(/^Password: /)])
  expect((await people.reset({ token, password: 'rarely used' })).statusCode).toBe(200)
})

it('counts addresses that have an account for the IP address that tries them, by whatever account', async () => {
  const messages: string[] = []
  let person = await people.confirmed()
  for (let at = 1; at <= 45; at += 1) {
    const { email } = await people.confirmed()
    if (at % 9 === 0) person = await people.confirmed()
    await people
      .change(person, { email, address: '198.51.100.9' })
      .catch(({ message }: Error) => messages.push(message))
  }
  expect(messages.filter((message) => message.startsWith('User with this email'))).toHaveLength(40)
  expect(messages.filter((message) => message.startsWith('Too many email addresses'))).toHaveLength(5)
})

it.each(['Aangan', 'aangan.team', 'AANGAN-1', 'support', 'Ad-min', 'Imported'])('%s is reserved', async (username) => {
  const answer = await auth.register({ username, email: 'reserved@example.org', password: PASSWORD })
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'Username: this one is reserved. Choose another.'])
  await expect(people.change(await people.enter(), { username })).rejects.toThrow('reserved')
})
