import { hashOf } from '@aangan/service-kit/tokens'
import { expect, it } from 'vitest'
import { DAY, HOUR, PASSWORD, type Person } from './testing/people.ts'
import { useAuth } from './testing/use-auth.ts'

const { auth, people } = await useAuth()

const NEXT = 'a new password'

/** Runs in a process whose clock is ahead. */
async function ahead<T>(ms: number, act: () => Promise<T>): Promise<T> {
  auth.pass(ms)
  try {
    return await act()
  } finally {
    auth.pass(-ms)
  }
}

async function hasSession(cookies: Record<string, string>): Promise<boolean> {
  const body = { hash: hashOf(cookies.token) }
  return (await auth.call('/sessions/find', { body })).statusCode === 200
}

async function changeAhead(person: Person): Promise<void> {
  await ahead(DAY, async () => {
    const cookies = (await people.signIn(person.username)).cookies
    await people.change({ ...person, cookies }, { password: NEXT, currentPassword: PASSWORD })
  })
}

it('a password set while a clock was a day ahead locks nobody out, and its reset link works', async () => {
  const person = await people.confirmed()
  await changeAhead(person)
  expect(await hasSession(person.cookies)).toBe(false)
  expect(await hasSession((await people.signIn(person.username, NEXT)).cookies)).toBe(true)
  await people.forgot(person.email)
  const token = await people.token(person.email, 'reset')
  expect((await people.reset({ token, password: 'yet another one' })).statusCode).toBe(200)
  expect(await hasSession((await people.signIn(person.username, 'yet another one')).cookies)).toBe(true)
})

it('nor does a reset in a process two seconds ahead', async () => {
  const person = await people.enter()
  await people.forgot(person.email)
  const token = await people.token(person.email, 'reset')
  const { username } = person
  expect((await ahead(2_000, () => people.reset({ token, password: NEXT, username }, person))).statusCode).toBe(200)
  expect(await hasSession((await people.signIn(username, NEXT)).cookies)).toBe(true)
})

it('a session opened by a clock ahead is no recent sign-in for a day', async () => {
  const person = await people.confirmed()
  const { cookies } = await ahead(DAY, () => people.signIn(person.username))
  await expect(people.change({ ...person, cookies }, { password: NEXT })).rejects.toThrow('Current password: enter it')
})

it('of fifty sessions and known browsers from a clock ahead one gives way, and not the new session', async () => {
  const { username } = await people.register()
  await ahead(HOUR, async () => {
    for (let at = 0; at < 50; at += 1) await people.signIn(username)
  })
  const { id, cookies } = await people.signIn(username)
  expect(await hasSession(cookies)).toBe(true)
  expect(await auth.accounts.sessions.ofUser(id, auth.parts.now())).toHaveLength(50)
  expect(await auth.accounts.devices.of(id)).toHaveLength(50)
})

it('a step of the clock by eight days ends no session', async () => {
  const { cookies } = await people.enter()
  auth.step(8 * DAY)
  await auth.accounts.sweep(auth.parts.now())
  const during = await hasSession(cookies)
  auth.step(-8 * DAY)
  expect([during, await hasSession(cookies)]).toEqual([true, true])
})
