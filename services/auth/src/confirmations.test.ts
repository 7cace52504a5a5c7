import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { countOf, createHourly } from './hourly.ts'
import { DAY, HOUR, PASSWORD } from './testing/people.ts'
import { useAuth } from './testing/use-auth.ts'

const { auth, people } = await useAuth()

const TAKEN = 'User with this email already exists!'
const UNUSABLE = 'This link was used already, is older than seven days, or belongs to another account.'

const accountOf = async (id: string) =>
  (await auth.bus.request('accounts.find', { ids: [id] }, { timeoutMs: 5_000 }))[0]
const again = (cookies: Record<string, string>) => auth.call('/auth/confirm/send', { cookies })

describe('a new address', () => {
  it('gets no mails until the owner opens its link', async () => {
    const person = await people.enter()
    const token = await people.token(person.email, 'confirm')
    expect(await accountOf(person.id)).toMatchObject({ email: person.email, mailTo: null })
    const answer = await people.confirm(token, person)
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Your email address is confirmed.' }])
    expect(await accountOf(person.id)).toMatchObject({ email: person.email, mailTo: person.email, rev: 2 })
    expect((await people.confirm(token, person)).json().message).toBe(UNUSABLE)
  })

  it('is not confirmed by a visitor or another account: its mailbox alone must not open a mistyped account', async () => {
    const [person, other] = [await people.enter(), await people.enter()]
    const token = await people.token(person.email, 'confirm')
    expect((await people.confirm(token, { cookies: {} })).statusCode).toBe(401)
    expect((await people.confirm(token, other)).json().message).toBe(UNUSABLE)
    auth.pass(7 * DAY)
    const later = await people.signIn(person.username)
    expect((await people.confirm(token, later)).json().message).toBe(UNUSABLE)
  })

  it('can be entered by several, and belongs to the one who confirms it', async () => {
    const victim = 'victim@example.org'
    const first = await people.enter({ email: victim })
    const second = await people.enter({ email: victim })
    await people.token(victim, 'confirm', 2)
    const [forFirst = '', forSecond = ''] = await people.tokens(victim, 'confirm')
    expect((await people.confirm(forSecond, second)).statusCode).toBe(200)
    expect(await accountOf(second.id)).toMatchObject({ email: victim, mailTo: victim })
    expect(await accountOf(first.id)).toMatchObject({ email: null, mailTo: null })
    expect((await people.confirm(forFirst, first)).json().message).toBe(UNUSABLE)
    await expect(people.change(first, { email: victim })).rejects.toThrow(TAKEN)
    expect(await people.isSignedIn(first.cookies)).toBe(true)
  })

  it('has one owner, if several confirm it at once', async () => {
    const shared = 'shared@example.org'
    const all = await Promise.all(Array.from({ length: 4 }, () => people.enter({ email: shared })))
    await people.token(shared, 'confirm', 4)
    const tokens = await people.tokens(shared, 'confirm')
    await Promise.all(all.flatMap((person) => tokens.map((token) => people.confirm(token, person))))
    const owners = (await Promise.all(all.map(({ id }) => accountOf(id)))).filter((one) => one?.mailTo === shared)
    expect(owners).toHaveLength(1)
  })

  it('is mailed again on request, at most five times an hour, whoever asks', async () => {
    const email = 'often@example.org'
    const person = await people.enter({ email })
    for (let at = 0; at < 2; at += 1) expect((await again(person.cookies)).statusCode).toBe(200)
    for (let at = 0; at < 3; at += 1) await people.register({ email })
    const refused = await again(person.cookies)
    expect(refused.statusCode).toBe(429)
    expect(refused.json().message).toMatch(/^We have sent several links to this address already\. Try again in \d+ min/)
    const token = await people.token(email, 'confirm', 5)
    auth.pass(HOUR)
    expect((await again({})).statusCode).toBe(401)
    const later = await people.signIn(person.username)
    expect((await again(later.cookies)).json().message).toMatch(/^We have sent you a new link\./)
    expect((await people.confirm(await people.token(email, 'confirm', 6), later)).statusCode).toBe(200)
    expect((await again(later.cookies)).json().message).toBe('Your email address is confirmed already.')
    expect((await people.confirm(token, later)).statusCode).toBe(400)
  })
})

describe('a changed address', () => {
  it('is shown at once, and replaces the confirmed one once it is confirmed', async () => {
    const person = await people.confirmed()
    const next = `next.${person.email}`
    expect(await people.change(person, { email: next })).toMatchObject({ email: next, mailTo: person.email })
    const token = await people.token(next, 'confirm')
    const busy = await auth.register({ username: 'late.comer', email: person.email, password: PASSWORD })
    expect(busy.json().message).toBe(TAKEN)
    await people.confirm(token, person)
    expect(await accountOf(person.id)).toMatchObject({ email: next, mailTo: next })
    await people.register({ email: person.email })
  })

  it('can be taken back by entering the previous one, and its link is void then', async () => {
    const person = await people.confirmed()
    const next = `next.${person.email}`
    await people.change(person, { email: next })
    const token = await people.token(next, 'confirm')
    expect(await people.change(person, { email: person.email })).toMatchObject({ email: person.email })
    expect((await people.confirm(token, person)).json().message).toBe(UNUSABLE)
    expect(await accountOf(person.id)).toMatchObject({ email: person.email, mailTo: person.email })
    expect(await people.tokens(person.email, 'confirm')).toHaveLength(1)
  })

  it('falls back to the confirmed one if somebody else confirms it', async () => {
    const [person, owner] = [await people.confirmed(), await people.enter()]
    await people.change(person, { email: owner.email })
    await people.token(owner.email, 'confirm', 2)
    for (const token of await people.tokens(owner.email, 'confirm')) await people.confirm(token, owner)
    expect(await accountOf(person.id)).toMatchObject({ email: person.email, mailTo: person.email })
  })
})

it('one account has ten links an hour sent, and spellings of a mailbox count together', async () => {
  const person = await people.enter()
  for (let at = 0; at < 9; at += 1) {
    const email = `stranger${at}.${person.email}`
    await people.change(person, { email })
    // It is sent, and counted, in the background.
    await people.token(email, 'confirm')
  }
  const again = await auth.call('/auth/confirm/send', { cookies: person.cookies })
  expect([again.statusCode, again.json().message]).toEqual([429, expect.stringContaining('several links')])
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
    const other = await people.enter({ email: `shared+${name}@example.org` })
    if (name < 'f') await people.token(other.email, 'confirm')
    else expect((await auth.call('/auth/confirm/send', { cookies: other.cookies })).statusCode).toBe(429)
  }
})

it('counts the dots of a Gmail address as nothing, and an address in other signs as the same', async () => {
  const spellings = [
    'd.ots@gmail.com',
    'do.ts@gmail.com',
    'dots+1@googlemail.com',
    'dots@ｇｍａｉｌ.com',
    'dots@gmail。com',
  ]
  for (const email of spellings) await people.enter({ email })
  await expect.poll(async () => (await auth.mails()).filter((mail) => /^To: .*mail.com/m.test(mail)).length).toBe(5)
  const last = await people.enter({ email: 'd.o.t.s@gmail.com' })
  expect((await again(last.cookies)).statusCode).toBe(429)
})

it('one IP address has 300 links an hour sent, and the others are told that it has used them up', async () => {
  const person = await people.enter()
  await people.token(person.email, 'confirm')
  const { store, now } = auth.parts
  const hourly = createHourly(store, now)
  const send = (address: string) => auth.call('/auth/confirm/send', { cookies: person.cookies, address })
  // The registration was one.
  for (let at = 0; at < 300; at += 1) await hourly.count(...countOf('confirmFrom', '198.51.100.77'))
  const refused = await send('198.51.100.77')
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    expect.stringMatching(/^Too many emails were asked for from your internet connection\. Try again in \d+ min/),
  ])
  for (let at = 0; at < 4; at += 1) expect((await send('198.51.100.78')).statusCode).toBe(200)
  expect((await send('198.51.100.78')).json().message).toMatch(/^We have sent several links to this address already\./)
})

it.each([
  ['a registration', 1, async () => void (await people.register())],
  ['a request', 2, async () => void (await again((await people.enter()).cookies))],
  [
    'a changed address',
    2,
    async () => {
      const person = await people.enter()
      await people.change(person, { email: `next.${person.email}`, address: '192.0.2.1' })
    },
  ],
])('a link that %s has sent counts for its IP address', async (_what, count, act) => {
  const counts = auth.store.collection<{ _id: string; count: number }>('attempts')
  auth.pass(HOUR)
  await act()
  const key = `${Math.floor(auth.parts.now().getTime() / HOUR)} confirmFrom 192.0.2.1`
  const _id = hash('sha256', key, 'hex')
  await expect.poll(async () => (await counts.findOne({ _id }))?.count).toBe(count)
})

it('accounts with addresses of their own take neither resets nor sign-ins from a claim', async () => {
  const older = await people.confirmed()
  const person = await people.enter({ email: 'claimed@example.org' })
  await people.change(older, { email: person.email })
  const { id } = (await auth.login(person.email, PASSWORD)).json()
  expect(id).toBe(person.id)
  await people.forgot(person.email)
  expect(await people.token(person.email, 'reset')).toHaveLength(43)
})
