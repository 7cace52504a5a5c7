import type { Events } from '@aangan/contracts/events'
import { createRemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import { hashOf } from '@aangan/service-kit/tokens'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { peopleOf } from './testing/people.ts'
import { type Started, startAuth } from './testing/start.ts'

const PASSWORD = 'correct horse'
const WAIT = { timeoutMs: 2_000 }

let auth: Started
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

let people = 0

/** Registers and signs in a new person. */
async function someone() {
  people += 1
  const username = `leaver${people}`
  const email = `${username}@example.org`
  await auth.register({ username, email, password: PASSWORD })
  const answer = await auth.login(username, PASSWORD)
  const cookies = auth.cookiesOf(answer)
  const session = hashOf(cookies.token) ?? ''
  const { id } = answer.json()
  const as = auth.signIn.identityAt('users', id, session)
  const remove = (currentPassword?: string) =>
    auth.bus.request('accounts.remove', currentPassword ? { currentPassword } : {}, { ...WAIT, as })
  return { id: id as string, username, email, cookies, session, remove }
}

const find = (hash: string) => auth.app.inject({ method: 'POST', url: '/sessions/find', payload: { hash } })

it('a deleted account is signed out everywhere, published, and frees its name and address', async () => {
  const heard: Events['account.removed'][] = []
  const handle = async ({ data }: { data: Events['account.removed'] }) => void heard.push(data)
  const following = await auth.bus.follow({ subjects: ['account.removed'], from: 'now', handle })
  const { id, username, email, session, remove } = await someone()
  const elsewhere = hashOf(auth.cookiesOf(await auth.login(username, PASSWORD)).token) ?? ''
  expect(await remove(PASSWORD)).toBe(true)
  await expect.poll(() => heard).toEqual([{ id, rev: 2 }])
  for (const hash of [session, elsewhere]) expect((await find(hash)).statusCode).toBe(404)
  expect((await auth.login(username, PASSWORD)).statusCode).toBe(401)
  expect(await auth.bus.request('accounts.find', { ids: [id] }, WAIT)).toEqual([])
  expect((await auth.register({ username, email, password: PASSWORD })).statusCode).toBe(201)
  expect((await auth.login(username, PASSWORD)).json().id).not.toBe(id)
  await following.stop()
})

it('a stolen cookie deletes nothing, even right after the sign-in, and may guess ten times', async () => {
  const { username, remove } = await someone()
  await expect(remove()).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('Enter your password'),
  })
  for (let tries = 0; tries < 10; tries += 1)
    await expect(remove('wrong')).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('not right'),
    })
  await expect(remove(PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  // The owner is not locked out by it.
  expect((await auth.login(username, PASSWORD)).statusCode).toBe(200)
})

it('whoever has changed the password or address with a stolen session deletes nothing while the owner can undo it', async () => {
  const people = peopleOf(auth)
  for (const what of ['password', 'address']) {
    const person = await people.confirmed()
    const as = auth.signIn.identityAt('users', person.id, hashOf(person.cookies.token) ?? '')
    const remove = (currentPassword: string) =>
      auth.bus.request('accounts.remove', { currentPassword }, { ...WAIT, as })
    const email = `thief.${person.email}`
    if (what === 'password') await people.change(person, { password: 'of the thief' })
    else {
      await people.change(person, { email })
      await people.confirm(await people.token(email, 'confirm'), person)
      await people.forgot(email)
      await people.reset({ token: await people.token(email, 'reset'), password: 'of the thief' })
      const { cookies } = await people.signIn(person.username, 'of the thief')
      as.session = hashOf(cookies.token) ?? ''
    }
    const token = auth.signIn.identityAt('users', person.id, as.session)
    Object.assign(as, token)
    await expect(remove('of the thief')).rejects.toMatchObject({ code: 'FORBIDDEN', message: /seven days/ })
    expect((await people.undo(await people.token(person.email, 'undo', what === 'password' ? 1 : 2))).statusCode).toBe(
      200,
    )
  }
})

it('a change that the password allowed does not put a deletion off', async () => {
  const people = peopleOf(auth)
  const person = await people.confirmed()
  await people.change(person, { password: 'a new password', currentPassword: PASSWORD })
  const as = auth.signIn.identityAt('users', person.id, hashOf(person.cookies.token) ?? '')
  expect(await auth.bus.request('accounts.remove', { currentPassword: 'a new password' }, { ...WAIT, as })).toBe(true)
})

it('a session that has ended deletes nothing', async () => {
  const { cookies, remove } = await someone()
  await auth.call('/auth/logout', { cookies })
  await expect(remove(PASSWORD)).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' })
})

it('an account that a restored backup brought back is removed again, once its id is known', async () => {
  const { id, session } = await someone()
  await createRemovedAccounts(auth.store).add(id, new Date(0))
  const other = await someone()
  await other.remove(PASSWORD)
  await expect.poll(() => auth.bus.request('accounts.find', { ids: [id] }, WAIT)).toEqual([])
  expect((await find(session)).statusCode).toBe(404)
})

it('a deletion that was interrupted leaves no session, device or link', async () => {
  const { id, email, session } = await someone()
  await auth.call('/auth/forgot', { body: { email } })
  await expect.poll(auth.mails).toContainEqual(expect.stringContaining(email))
  // As after a crash right behind it.
  await auth.accounts.remove(id, new Date())
  expect((await find(session)).statusCode).toBe(404)
  expect(await auth.bus.request('sessions.find-ended', { ids: [session] }, WAIT)).toEqual([session])
  const left = async () =>
    await Promise.all(
      ['sessions', 'devices', 'resets', 'confirmations', 'undos'].map((name) =>
        auth.store.collection<{ _id: string; userId: string }>(name).countDocuments({ userId: id }),
      ),
    )
  await expect.poll(left).toEqual([0, 0, 0, 0, 0])
})
