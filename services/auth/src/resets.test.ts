import { DEVICE_COOKIE } from '@aangan/contracts/account-constants'
import { AppError } from '@aangan/service-kit/errors'
import { expect, it } from 'vitest'
import { partsOver } from './testing/parts.ts'
import { DAY, HOUR, PASSWORD } from './testing/people.ts'
import { useAuth } from './testing/use-auth.ts'

const { auth, people } = await useAuth()

const NEXT = 'a new password'
const USED =
  'This link was used already, is older than an hour, or was sent before your password or email address changed. Ask for a new one.'

/** Asks for a link and returns its token. */
async function mailed(email: string): Promise<string> {
  await people.forgot(email)
  return await people.token(email, 'reset')
}

it('is set by a link once and ends all sessions; the response does not reveal accounts', async () => {
  const { username, email, cookies } = await people.confirmed()
  const answers = [await people.forgot(email.toUpperCase()), await people.forgot('stranger@example.org')]
  const wrong = await people.forgot('not an address')
  expect([wrong.statusCode, wrong.json().message]).toEqual([400, 'Email: enter an address such as name@example.com.'])
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  const token = await people.token(email, 'reset')
  const mail = (await people.mailsTo(email)).join()
  expect(mail).toContain(`/reset?token=${token}&account=${username}\n`)
  expect(mail).toContain(`The username of this account is ${username}\n`)
  expect(await people.mailsTo('stranger@example.org')).toEqual([])
  const reset = (password: string) => people.reset({ token, password })
  expect((await reset('short')).json().message).toBe('Password: use 8 to 200 characters.')
  const both = await Promise.all([reset(NEXT), reset(NEXT)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  expect(await people.isSignedIn(cookies)).toBe(false)
  expect((await auth.login(username, PASSWORD)).statusCode).toBe(401)
  expect((await auth.login(username, NEXT)).statusCode).toBe(200)
})

it('unlocks an account that strangers have locked', async () => {
  const { username, email } = await people.confirmed()
  const lock = async () => {
    for (let at = 0; at < 10; at += 1) await auth.login(username, 'guess', { address: `198.51.100.${at}` })
  }
  await lock()
  expect((await auth.login(username, PASSWORD)).statusCode).toBe(429)
  expect((await auth.login(email, PASSWORD)).statusCode).toBe(401)
  const reset = await people.reset({ token: await mailed(email), password: NEXT })
  expect((await auth.login(username, NEXT)).statusCode).toBe(200)
  expect((await auth.login(email, NEXT)).statusCode).toBe(200)
  const { device = '' } = auth.cookiesOf(reset)
  await lock()
  expect((await auth.login(username, NEXT, { cookies: { device } })).statusCode).toBe(200)
})

it('unlocks an account whose address was stored before addresses had one spelling', async () => {
  const { id } = await people.enter()
  const email = 'mina@yahoo。co.in'
  await auth.accounts.change(id, () => ({ email, emailKey: email }))
  for (let at = 0; at < 10; at += 1) await auth.login(email, 'guess', { address: `203.0.113.${at}` })
  expect((await auth.login(email, PASSWORD)).statusCode).toBe(429)
  const account = await auth.accounts.findForSignIn(email)
  if (account) await partsOver(auth).attempts.forget(account)
  expect((await auth.login(email, PASSWORD)).statusCode).toBe(200)
})

it('works again after an outage of the store, and only until it was used', async () => {
  const { username, email } = await people.confirmed()
  const token = await mailed(email)
  const nobody = async () => false
  const lost = new AppError('UNAVAILABLE', 'the store did not answer in time')
  const { store } = auth.parts
  const resetsOver = (change: typeof store.change) => partsOver(auth, { ...store, change }).resets
  const away = resetsOver(() => Promise.reject(lost))
  await expect(away.reset({ token, password: NEXT }, nobody)).rejects.toBe(lost)
  // Saved, and then the process died.
  const dying = resetsOver(async (...change) => {
    await store.change(...change)
    throw lost
  })
  await expect(dying.reset({ token, password: NEXT }, nobody)).rejects.toBe(lost)
  expect((await people.reset({ token, password: 'of a thief' })).json().message).toBe(USED)
  expect((await auth.login(username, NEXT)).statusCode).toBe(200)
})

it('is mailed to its owner even if others have used up the mails to spellings of the address', async () => {
  const { username, email } = await people.confirmed({ email: 'mailbox@example.org' })
  const claim = await people.register({ email: 'mailbox+x@example.org' })
  for (let at = 0; at < 5; at += 1) await people.forgot(claim.email)
  await people.token(claim.email, 'reset', 5)
  for (let at = 0; at < 10; at += 1) await auth.login(username, 'guess', { address: `198.51.100.${at}` })
  const reset = await people.reset({ token: await mailed(email), password: NEXT })
  expect(reset.statusCode).toBe(200)
  expect((await auth.login(email, NEXT)).statusCode).toBe(200)
})

it('goes five times an hour to one account, and to one mailbox that nobody has confirmed', async () => {
  const person = await people.confirmed()
  const claims = ['', '+a', '+b', '+c', '+d', '+e'].map((tag) => `box${tag}@example.org`)
  for (const email of claims) await people.register({ email })
  for (const email of claims) {
    await people.forgot(email)
    if (email !== claims[5]) await people.token(email, 'reset')
  }
  for (let at = 1; at <= 5; at += 1) {
    await people.forgot(person.email)
    await people.token(person.email, 'reset', at)
  }
  await people.forgot(person.email)
  const other = await people.confirmed()
  await mailed(other.email)
  expect(await people.tokens(person.email, 'reset')).toHaveLength(5)
  expect(await people.tokens(claims[5] ?? '', 'reset')).toEqual([])
})

it.each(['confirmed', 'enter'] as const)('is not set by a link from before a new password (%s)', async (join) => {
  const person = await people[join]()
  const token = await mailed(person.email)
  auth.pass(1)
  await people.change(person, { password: 'another password' })
  const answer = await people.reset({ token, password: NEXT, username: person.username }, person)
  expect(answer.json().message).toBe(USED)
})

it('is not set by a link to the previous address', async () => {
  const person = await people.confirmed()
  const token = await mailed(person.email)
  const email = `moved.${person.email}`
  await people.change(person, { email })
  await people.confirm(await people.token(email, 'confirm'), person)
  expect((await people.reset({ token, password: NEXT })).json().message).toBe(USED)
})

it('is not set by a link that was under way while the account moved to another address', async () => {
  const person = await people.confirmed()
  const token = await mailed(person.email)
  const email = `moved.${person.email}`
  // Without what removes the links stored so far, as this one may be stored right behind it.
  await auth.accounts.change(person.id, () => ({ email, emailKey: email }))
  expect((await people.reset({ token, password: NEXT })).json().message).toBe(USED)
  expect((await auth.accounts.find(person.id))?.emailKey).toBe(email)
  expect((await auth.login(person.username, PASSWORD)).statusCode).toBe(200)
})

it('is refused an hour later, and with an invalid link', async () => {
  const token = await mailed((await people.confirmed()).email)
  auth.pass(HOUR + 1)
  for (const tried of [token, 'x', 'A'.repeat(43)]) {
    const answer = await people.reset({ token: tried, password: NEXT })
    expect([answer.statusCode, answer.json().message]).toEqual([400, USED])
  }
})

it('forgets a new address that waits for confirmation: a thief may have entered it', async () => {
  const person = await people.confirmed()
  const thief = `thief.${person.email}`
  await people.change(person, { email: thief })
  const confirmation = await people.token(thief, 'confirm')
  await people.reset({ token: await mailed(person.email), password: NEXT })
  const login = await auth.login(person.username, NEXT)
  expect(login.json()).toMatchObject({ email: person.email })
  expect(login.json()).not.toHaveProperty('emailConfirmed')
  const again = auth.cookiesOf(login)
  for (const cookies of [person.cookies, again])
    expect((await people.confirm(confirmation, { cookies })).statusCode).toBeGreaterThanOrEqual(400)
  await people.forgot(thief)
  await people.forgot(person.email)
  await people.token(person.email, 'reset', 2)
  expect(await people.tokens(thief, 'reset')).toEqual([])
})

it('never goes to a new address that waits for confirmation', async () => {
  const person = await people.confirmed()
  const pending = `pending.${person.email}`
  await people.change(person, { email: pending })
  await people.forgot(pending)
  await people.token(await mailed(person.email).then(() => person.email), 'reset')
  expect(await people.tokens(pending, 'reset')).toEqual([])
})

it('through an unconfirmed address opens no account that has another, confirmed one', async () => {
  const person = await people.confirmed()
  const thiefs = await people.register()
  await people.change(person, { email: thiefs.email })
  const token = await mailed(thiefs.email)
  expect((await people.reset({ token, password: NEXT, username: person.username })).statusCode).toBe(400)
  expect((await auth.login(person.username, PASSWORD)).statusCode).toBe(200)
})

const NAME_NEEDED =
  'Username: enter the one that you chose, in the browser in which you registered or signed in before. If you have no account, create one with this email address.'

it('through an unconfirmed address needs the username, and confirms the address', async () => {
  const [stranger, owner] = [await people.register(), await people.enter()]
  const mistyped = await people.register({ email: owner.email })
  const token = await mailed(owner.email)
  expect((await people.mailsTo(owner.email)).join()).toContain(`/reset?token=${token}&named=1\n`)
  expect((await people.mailsTo(owner.email)).join()).not.toMatch(/account=|The username of/)
  for (const username of [undefined, '', stranger.username]) {
    const answer = await people.reset({ token, password: NEXT, ...(username !== undefined && { username }) }, owner)
    expect([answer.statusCode, answer.json().message]).toEqual([400, NAME_NEEDED])
  }
  const done = await people.reset({ token, password: NEXT, username: owner.username.toUpperCase() }, owner)
  expect(done.statusCode).toBe(200)
  const own = (await auth.login(owner.username, NEXT)).json()
  expect(own).toMatchObject({ email: owner.email })
  expect(own).not.toHaveProperty('emailConfirmed')
  const other = (await auth.login(mistyped.username, PASSWORD)).json()
  expect(other).not.toHaveProperty('email')
  const taken = await auth.register({ username: 'too.late', email: owner.email, password: PASSWORD })
  expect(taken.json().message).toBe('User with this email already exists!')
})

it('through an unconfirmed address is set in the browser that has registered and never signed in', async () => {
  const person = { username: 'only.registered', email: 'only.registered@example.org', password: PASSWORD }
  const cookies = auth.cookiesOf(await auth.register(person))
  expect(Object.keys(cookies)).toEqual([DEVICE_COOKIE])
  const reset = { token: await mailed(person.email), password: NEXT, username: person.username }
  expect((await people.reset(reset, { cookies })).statusCode).toBe(200)
})

it('through an unconfirmed address opens no account of a squatter, whose name is public, to the address’s owner', async () => {
  const [squatter, neighbour] = [await people.enter(), await people.enter()]
  const token = await mailed(squatter.email)
  for (const browser of [{}, neighbour]) {
    const answer = await people.reset({ token, password: NEXT, username: squatter.username }, browser)
    expect([answer.statusCode, answer.json().message]).toEqual([400, NAME_NEEDED])
  }
  expect((await auth.login(squatter.username, PASSWORD)).statusCode).toBe(200)
  // Nothing of the squatter's is in the account that they make instead.
  const owner = await people.enter({ email: squatter.email, username: 'the.owner' })
  expect((await people.confirm(await people.token(owner.email, 'confirm', 2), owner)).statusCode).toBe(200)
  expect(owner.id).not.toBe(squatter.id)
  expect((await auth.login(squatter.username, PASSWORD)).json()).not.toHaveProperty('email')
  expect((await auth.login(owner.email, PASSWORD)).json()).toMatchObject({ id: owner.id, email: owner.email })
})

it('through an unconfirmed address limits the usernames that its mailbox can try', async () => {
  const owner = await people.enter()
  const { username, email } = owner
  const token = await mailed(email)
  for (let at = 0; at < 10; at += 1) await people.reset({ token, password: NEXT, username: `guess${at}` }, owner)
  expect((await people.reset({ token, password: NEXT, username }, owner)).statusCode).toBe(429)
  expect((await auth.login(username, PASSWORD)).statusCode).toBe(200)
  auth.pass(DAY)
})
