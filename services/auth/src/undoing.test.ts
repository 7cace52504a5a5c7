import { EventEmitter, once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { AppError } from '@aangan/service-kit/errors'
import { openMailer } from '@aangan/service-kit/mail'
import { describe, expect, it } from 'vitest'
import { type AccountDoc, isManaged, newAccount, signOut } from './account.ts'
import { createBackground } from './background.ts'
import { createPasswords } from './passwords.ts'
import { DAY, HOUR, PASSWORD, type Person, peopleOf } from './testing/people.ts'
import { CHEAP, startAuth } from './testing/start.ts'
import { useAuth } from './testing/use-auth.ts'
import { createUndoing } from './undoing.ts'

const { auth, people } = await useAuth()

const NEXT = 'a new password'
const UNUSABLE =
  'This link was used already or is older than seven days. If you cannot sign in, ask for a new password.'

const toThiefs = (current: AccountDoc) => ({ password: 'thief', ...signOut(current) })

const storedOf = async ({ id }: Person) => await auth.accounts.find(id)

/** As a thief does with the owner's cookie and a mailbox: the new address is confirmed. */
async function move(person: Person, email: string): Promise<void> {
  await people.change(person, { email })
  await people.confirm(await people.token(email, 'confirm'), person)
  expect((await storedOf(person))?.emailKey).toBe(email)
}

it('a change whose save was not acknowledged keeps its link and is announced later, if it was stored', async () => {
  const person = await people.confirmed()
  const before = await auth.accounts.find(person.id)
  const background = createBackground(auth.parts.log)
  const undoing = createUndoing({ ...auth.parts, mailer: openMailer(auth.parts.config, auth.parts.log), background })
  const lost = new AppError('UNAVAILABLE', 'the store did not answer in time')
  const announced = (change: () => Promise<unknown>) =>
    undoing.announce(before ?? expect.fail(), { what: 'password', isProved: false }, async () => {
      await change()
      throw lost
    })
  await expect(announced(async () => undefined)).rejects.toBe(lost)
  auth.pass(HOUR)
  await undoing.sendUnsent()
  expect(await people.tokens(person.email, 'undo')).toEqual([])
  await expect(announced(() => auth.accounts.change(person.id, toThiefs))).rejects.toBe(lost)
  auth.pass(HOUR)
  await undoing.sendUnsent()
  expect((await people.undo(await people.token(person.email, 'undo'))).statusCode).toBe(200)
})

describe('the notice of a change', () => {
  it.each([
    ['password', 'Your Aangan password was changed', { password: NEXT }],
    ['claim', 'A new email address was entered at Aangan', { email: 'thief1@example.org' }],
    ['both', 'Your Aangan password was changed', { email: 'thief2@example.org', password: NEXT }],
  ])('%s: goes to the confirmed address, with a link', async (_what, subject, change) => {
    const person = await people.confirmed()
    await people.change(person, { email: person.email })
    await people.change(person, change)
    expect(await people.token(person.email, 'undo')).toHaveLength(43)
    const mail = (await people.mailsTo(person.email)).at(-1)
    expect(mail).toContain(`Subject: ${subject}`)
    expect(mail).toMatch(/on \d{1,2} \w+ \d{4} at \d{1,2}:\d{2} [ap]m \(India time\)/)
    expect(mail).not.toContain('thief')
  })

  it('goes to the previous address again once another is confirmed', async () => {
    const person = await people.confirmed()
    await move(person, `thief.${person.email}`)
    await people.token(person.email, 'undo', 2)
    expect((await people.mailsTo(person.email)).at(-1)).toContain('Subject: Your email address at Aangan was changed')
  })

  it('does not go to an address that is not confirmed', async () => {
    const person = await people.enter()
    await people.change(person, { email: `other.${person.email}`, password: NEXT })
    await people.token(`other.${person.email}`, 'confirm')
    expect(await people.mailsTo(person.email)).toHaveLength(1)
  })

  it.each([
    ['password', { username: 'renamed.since' }],
    ['claim', { username: 'renamed.then' }],
    ['address', { email: 'entered.since@example.org' }],
  ] as const)('of a %s is not sent if that was not saved, and something else was', async (what, change) => {
    const person = await people.confirmed()
    const before = (await storedOf(person)) ?? expect.fail()
    const { config, log } = auth.parts
    const background = createBackground(log)
    const undoing = createUndoing({ ...auth.parts, mailer: openMailer(config, log), background })
    const lost = new AppError('UNAVAILABLE', 'the store did not answer in time')
    const saving = undoing.announce(before, { what, isProved: true }, () => Promise.reject(lost))
    await expect(saving).rejects.toBe(lost)
    await people.change(person, change)
    const sent = 'email' in change ? 1 : 0
    await expect.poll(() => people.tokens(person.email, 'undo')).toHaveLength(sent)
    auth.pass(HOUR)
    await undoing.sendUnsent()
    expect(await people.tokens(person.email, 'undo')).toHaveLength(sent)
  })

  it('goes out for each change that an account can make in an hour', async () => {
    const person = await people.confirmed()
    for (let at = 0; at < 10; at += 1) await people.change(person, { email: `thief${at}.${person.email}` })
    await people.change(person, { password: NEXT })
    await people.token(person.email, 'undo', 11)
  })

  it('is not sent for a change that is refused', async () => {
    const [person, other] = [await people.confirmed(), await people.confirmed()]
    await expect(people.change(person, { username: other.username, password: NEXT })).rejects.toThrow('taken')
    expect(await auth.accounts.undos.of(person.id)).toEqual([])
  })

  it('is sent again if the mail could not be sent', async () => {
    const person = await people.confirmed()
    await rm(auth.mailFolder, { recursive: true })
    await writeFile(auth.mailFolder, 'not a folder')
    const { config, log } = auth.parts
    const background = createBackground(log)
    const mailer = openMailer(config, log)
    const undoing = createUndoing({ ...auth.parts, mailer, background })
    const before = await storedOf(person)
    if (before === null) throw new Error('The account is missing.')
    await undoing.announce(before, { what: 'password', isProved: false }, () =>
      auth.accounts.change(person.id, toThiefs),
    )
    await background.settle()
    await rm(auth.mailFolder)
    await undoing.sendUnsent()
    expect(await people.tokens(person.email, 'undo')).toEqual([])
    auth.pass(6 * 60_000)
    await Promise.all([undoing.sendUnsent(), undoing.sendUnsent()])
    const token = await people.token(person.email, 'undo')
    auth.pass(HOUR)
    await undoing.sendUnsent()
    expect(await people.tokens(person.email, 'undo')).toEqual([token])
    expect((await people.undo(token)).statusCode).toBe(200)
  })
})

describe('undoing', () => {
  it('restores the address, ends all sessions, links and known browsers, and leads to a new password', async () => {
    const person = await people.confirmed()
    const there = await people.signIn(person.username)
    const thief = `thief.${person.email}`
    await people.change(person, { password: NEXT })
    await move(person, thief)
    const pending = `pending.${thief}`
    await people.change(person, { email: pending })
    const confirmation = await people.token(pending, 'confirm')
    await people.forgot(thief)
    const reset = await people.token(thief, 'reset')
    const answer = await people.undo(await people.token(person.email, 'undo', 3))
    expect([answer.statusCode, answer.json().message]).toEqual([
      200,
      'The change is undone, and everyone is signed out. Now choose a new password.',
    ])
    expect(await storedOf(person)).toMatchObject({ email: person.email, emailKey: person.email, password: null })
    for (const { cookies } of [person, there]) expect(await people.isSignedIn(cookies)).toBe(false)
    expect(await auth.accounts.devices.find(`${person.cookies.device}:${person.id}`, new Date())).toBe(null)
    for (const password of [PASSWORD, NEXT]) expect((await auth.login(person.username, password)).statusCode).toBe(401)
    expect((await people.reset({ token: reset, password: 'of the thief' })).statusCode).toBe(400)
    expect(await auth.accounts.undos.of(person.id)).toEqual([])
    const chosen = await people.reset({ token: answer.json().token, password: 'of the owner' })
    expect(chosen.statusCode).toBe(200)
    const own = await people.signIn(person.email, 'of the owner')
    expect((await people.confirm(confirmation, own)).statusCode).toBe(400)
  })

  it('before the new address is confirmed, withdraws it', async () => {
    const person = await people.confirmed()
    const thief = `thief.${person.email}`
    await people.change(person, { email: thief })
    const confirmation = await people.token(thief, 'confirm')
    await people.undo(await people.token(person.email, 'undo'))
    expect(await storedOf(person)).toMatchObject({ email: person.email, emailKey: person.email })
    expect((await people.confirm(confirmation, person)).statusCode).toBe(401)
  })

  it('restores the earliest address after several changes, and not the thief’s afterwards', async () => {
    const person = await people.confirmed()
    const [b, c] = [`b.${person.email}`, `c.${person.email}`]
    await move(person, b)
    await move(person, c)
    const [owners, thiefs] = [await people.token(person.email, 'undo', 2), await people.token(b, 'undo', 2)]
    expect((await people.undo(owners)).statusCode).toBe(200)
    expect((await people.undo(thiefs)).json().message).toBe(UNUSABLE)
    expect((await storedOf(person))?.emailKey).toBe(person.email)
  })

  it('by the owner wins even after the thief has undone', async () => {
    const person = await people.confirmed()
    const [b, c] = [`b.${person.email}`, `c.${person.email}`]
    await move(person, b)
    await move(person, c)
    const [owners, thiefs] = [await people.token(person.email, 'undo', 2), await people.token(b, 'undo', 2)]
    const { token } = (await people.undo(thiefs)).json()
    expect((await storedOf(person))?.emailKey).toBe(b)
    expect((await people.reset({ token, password: 'of the thief' })).statusCode).toBe(200)
    expect((await people.undo(owners)).statusCode).toBe(200)
    expect((await storedOf(person))?.emailKey).toBe(person.email)
    expect((await auth.login(person.username, 'of the thief')).statusCode).toBe(401)
  })

  it('by two links at once ends with the earlier address', async () => {
    const person = await people.confirmed()
    const b = `b.${person.email}`
    await move(person, b)
    await people.change(person, { password: NEXT })
    const [owners, thiefs] = [await people.token(person.email, 'undo', 2), await people.token(b, 'undo')]
    await Promise.all([people.undo(thiefs), people.undo(owners)])
    expect((await storedOf(person))?.emailKey).toBe(person.email)
  })

  it('works once, for seven days', async () => {
    const person = await people.confirmed()
    await people.change(person, { password: NEXT })
    const token = await people.token(person.email, 'undo')
    auth.pass(7 * DAY - 60_000)
    expect((await people.undo(token)).statusCode).toBe(200)
    expect((await people.undo(token)).json().message).toBe(UNUSABLE)
    const other = await people.confirmed()
    await people.change(other, { password: NEXT })
    const late = await people.token(other.email, 'undo')
    auth.pass(7 * DAY)
    for (const tried of [late, 'x', 'A'.repeat(43)]) expect((await people.undo(tried)).json().message).toBe(UNUSABLE)
  })

  it('gives the account back without an address if another account has confirmed it since', async () => {
    const person = await people.confirmed()
    await move(person, `thief.${person.email}`)
    const other = await people.enter({ email: person.email })
    await people.confirm(await people.token(person.email, 'confirm', 2), other)
    const link = await people.token(person.email, 'undo', 2)
    const { token: lost, message } = (await people.undo(link)).json()
    expect(message).toContain(`sign in as ${person.username}`)
    expect(await storedOf(person)).toMatchObject({ email: null, emailKey: person.id })
    // Nothing can be mailed to the account, so its link gives another token until one is used.
    const { token } = (await people.undo(link)).json()
    expect((await people.reset({ token: lost, password: NEXT })).statusCode).toBe(400)
    expect((await people.reset({ token, password: NEXT })).statusCode).toBe(200)
    expect((await people.undo(link)).json().message).toBe(UNUSABLE)
    expect(await auth.accounts.undos.of(person.id)).toEqual([])
    expect((await people.signIn(person.username, NEXT)).id).toBe(person.id)
    expect((await storedOf(other))?.emailKey).toBe(person.email)
  })

  it('beats a change by a session that it ends', async () => {
    const real = createPasswords({ cost: CHEAP })
    const steps = new EventEmitter()
    async function hash(password: string): Promise<string> {
      if (password !== 'of the thief') return await real.hash(password)
      steps.emit('hashing')
      await once(steps, 'undone')
      return await real.hash(password)
    }
    const own = await startAuth({ passwords: { ...real, hash } })
    const slow = peopleOf(own)
    const person = await slow.confirmed()
    await slow.change(person, { email: `thief.${person.email}` })
    const token = await slow.token(person.email, 'undo')
    const hashing = once(steps, 'hashing')
    const changing = slow.change(person, { password: 'of the thief' }).catch((error: unknown) => error)
    await hashing
    expect((await slow.undo(token)).statusCode).toBe(200)
    steps.emit('undone')
    expect(await changing).toMatchObject({ code: 'NOT_AUTHENTICATED' })
    expect((await own.accounts.find(person.id))?.password).toBe(null)
    await own.close()
  })
})

it('an account without address and password is an import’s, unless a change was undone', () => {
  const facts = {
    id: 'a'.repeat(24),
    username: 'asha',
    email: null,
    password: null,
    isConfirmed: false,
    now: new Date(),
  }
  const account = newAccount(facts)
  expect(isManaged(account)).toBe(true)
  expect(isManaged({ ...account, undone: { from: 1, until: 2 } })).toBe(false)
})
