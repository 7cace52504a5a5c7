import { describe, expect, it } from 'vitest'
import { createPasswords } from './passwords.ts'
import { HOUR, PASSWORD, type Person, peopleOf } from './testing/people.ts'
import { startAuth } from './testing/start.ts'
import { useAuth } from './testing/use-auth.ts'

const { auth, people } = await useAuth()

const someone = (where = auth) => peopleOf(where).register()

describe('registering', () => {
  it('creates an account that can sign in, and publishes it', async () => {
    const heard: unknown[] = []
    const listening = await auth.bus.follow({
      subjects: ['account.changed'],
      from: 'now',
      handle: async ({ data }) => void heard.push(data),
    })
    const answer = await auth.register({ username: 'Ravi.K', email: ' Ravi@Example.org ', password: PASSWORD })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().message).toMatch(/sign in/)
    const login = await auth.login('ravi.k', PASSWORD)
    expect(login.statusCode).toBe(200)
    expect(login.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      username: 'Ravi.K',
      email: 'ravi@example.org',
      emailConfirmed: false,
      avatar: null,
      createdAt: expect.any(String),
    })
    const { id, username, email, createdAt } = login.json()
    await expect.poll(() => heard).toContainEqual({ id, username, email, mailTo: null, createdAt, rev: 1 })
    await listening.stop()
  })

  it.each([
    ["o'neill@example.com", "o'neill@example.com"],
    ['mailto:Pasted@Example.com', 'pasted@example.com'],
    ['\u202aCopied <copied@example.com>\u202c', 'copied@example.com'],
    ['spaced @ example.com\u00a0', 'spaced@example.com'],
  ])('takes the address %j, there and at the sign-in', async (typed, email) => {
    const [username = ''] = email.replace("'", '').split('@')
    const answer = await auth.register({ username: `\u200b${username}\ufeff`, email: typed, password: PASSWORD })
    expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()])
    expect((await auth.login(typed, PASSWORD)).json()).toMatchObject({ username, email })
    expect((await auth.login(`\u2060${username}\u00a0`, PASSWORD)).statusCode).toBe(200)
  })

  it.each([
    ['username', { username: 'ab' }, 'Username: use 3 to 20 letters, digits, dots, hyphens or underscores.'],
    ['username', { username: 'a'.repeat(21) }, 'Username: use'],
    ['username', { username: 'has space' }, 'Username: use'],
    ['username', { username: 'आंगन' }, 'Username: use'],
    ['email', { email: 'nobody' }, 'Email: enter an address such as name@example.com.'],
    ['email', { email: 'a@b' }, 'Email: enter'],
    ['email', { email: 'a@b.c\nBcc: x@y.z' }, 'Email: enter'],
    ['email', { email: '\u200b' }, 'Email: enter'],
    ['email', { email: `${'a'.repeat(250)}@b.cc` }, 'Email: enter'],
    ['password', { password: 'short' }, 'Password: use 8 to 200 characters.'],
    ['password', { password: 'x'.repeat(201) }, 'Password: use 8 to 200 characters.'],
    ['password', { password: 'PassWord1' }, 'Password: many people use this one, so it is easy to guess.'],
    [
      'password',
      { username: 'Rare.name', password: 'rare.NAME' },
      'Password: do not use your username or email address.',
    ],
    ['password', { email: 'rare.mail@b.cc', password: 'Rare.mail' }, 'Password: do not use your'],
    ['password', { email: 'rare.mail@b.cc', password: 'rare.mail@b.cc' }, 'Password: do not use your'],
    ['username', { username: '...' }, 'Username: use at least one letter.'],
    ['username', { username: '1-2-3' }, 'Username: use at least one letter.'],
    ['isAdmin', { isAdmin: true }, 'isAdmin in the body is not known to this call: leave it out'],
    ['password', { password: 12345678 }, 'password in the body is 12345678; expected'],
    ['username', { username: { $ne: null } }, 'username in the body is'],
  ])('refuses a wrong %s: %j', async (_field, wrong, message) => {
    const answer = await auth.register({ username: 'fine', email: 'fine@example.org', password: PASSWORD, ...wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining(message) })
  })

  it('reports a taken name or confirmed email, regardless of case', async () => {
    const { username, email } = await people.confirmed()
    const name = await auth.register({
      username: username.toUpperCase(),
      email: 'other@example.org',
      password: PASSWORD,
    })
    expect([name.statusCode, name.json().message]).toEqual([409, 'Username is already taken!'])
    const mail = await auth.register({ username: 'somebody.else', email: email.toUpperCase(), password: PASSWORD })
    expect([mail.statusCode, mail.json().message]).toEqual([409, 'User with this email already exists!'])
  })

  it('tells 40 times an hour and IP address that an address has an account', async () => {
    const { username, email } = await people.confirmed()
    const owners: Person[] = []
    while (owners.length < 45) owners.push(await people.confirmed())
    const register = (facts: object, address = '198.51.100.1') =>
      auth.call('/auth/register', { body: { username: 'probe', email, password: PASSWORD, ...facts }, address })
    // Nothing is told, or the same again.
    for (let at = 0; at < 50; at += 1) expect((await register({ username })).statusCode).toBe(409)
    for (let at = 0; at < 50; at += 1) expect((await register({})).statusCode).toBe(409)
    const answers = await Promise.all(owners.map((owner) => register({ email: owner.email })))
    expect(answers.map((one) => one.statusCode).sort()).toEqual([...Array(39).fill(409), ...Array(6).fill(429)])
    const refused = await register({ email: 'new.probe@example.org' })
    expect(refused.json().message).toMatch(/^Too many email addresses that have an account already were entered/)
    expect((await register({ username: 'probe2' }, '198.51.100.2')).statusCode).toBe(409)
    auth.pass(HOUR)
    expect((await register({ email: 'new.probe@example.org' })).statusCode).toBe(201)
  })

  it('does not reveal whether an address is taken beside a taken name', async () => {
    const { username, email } = await people.confirmed()
    const answer = await auth.register({ username, email, password: PASSWORD })
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'Username is already taken!'])
  })

  it('creates one account for twenty concurrent registrations', async () => {
    const names = Array.from({ length: 20 }, (_, at) => (at % 2 ? 'CrowdedName' : 'crowdedname'))
    const answers = await Promise.all(
      names.map((username, at) => auth.register({ username, email: `crowd${at}@example.org`, password: PASSWORD })),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([201, ...Array(19).fill(409)])
  })
})

describe('signing in', () => {
  it('sets an HttpOnly cookie, Secure over https', async () => {
    const { username } = await someone()
    const answer = await auth.login(username, PASSWORD)
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/token=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax/)
    expect(cookie).not.toContain('Secure')
    const secure = await auth.login(username, PASSWORD, { headers: { 'x-forwarded-proto': 'https' } })
    expect(String(secure.headers['set-cookie'])).toMatch(/token=[^;]+;[^,]*; Secure/)
  })

  it('responds alike to an unknown user and a wrong password', async () => {
    const { username } = await someone()
    const answers = [await auth.login(username, 'wrong password'), await auth.login('nobody.here', 'wrong password')]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({ code: 'NOT_AUTHENTICATED', message: 'Invalid Credentials!' })
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  it('limits concurrent guesses, and does not lock out a known browser', async () => {
    const { username } = await someone()
    const device = auth.cookiesOf(await auth.login(username, PASSWORD, { address: '192.0.2.9' }))
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, at) => auth.login(username, 'guess', { address: `198.51.100.${at}` })),
    )
    const refused = guesses.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(20)
    expect(refused[0]?.json().message).toMatch(/^Too many failed attempts\. Try again in \d+ minutes?, or reset/)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await auth.login(username, PASSWORD)).statusCode).toBe(429)
    const own = await auth.login(username, PASSWORD, { cookies: { device: device.device ?? '' } })
    expect(own.statusCode).toBe(200)
    auth.pass(15 * 60_000)
    expect((await auth.login(username, PASSWORD)).statusCode).toBe(200)
  })

  it('takes a confirmed email address as well, regardless of case', async () => {
    const { id, username, email } = await people.confirmed()
    const answer = await auth.login(` ${email.toUpperCase()} `, PASSWORD)
    expect(answer.json()).toMatchObject({ id, username, email })
    expect(answer.json()).not.toHaveProperty('emailConfirmed')
    expect((await auth.login(email, 'wrong password')).json().message).toBe('Invalid Credentials!')
    expect((await auth.login('nobody@example.org', PASSWORD)).json().message).toBe('Invalid Credentials!')
  })

  it('takes an address as it was stored before addresses had one spelling, and mails a link to it', async () => {
    const { id, username } = await people.enter()
    const email = 'ravi@yahoo。co.in'
    await auth.accounts.change(id, () => ({ email, emailKey: email }))
    expect((await auth.login(email, PASSWORD)).json()).toMatchObject({ id, username })
    await people.forgot(email)
    await expect.poll(async () => (await auth.mails()).join()).toContain('ravi@yahoo')
    const [other] = [await people.confirmed({ email: 'uma@xn--bcher-kva.example' })]
    expect((await auth.login('Uma@Bücher.example', PASSWORD)).json()).toMatchObject({ id: other.id })
  })

  it('takes an unconfirmed address for the oldest account with it, unless another confirms it', async () => {
    const first = await people.enter()
    auth.pass(1)
    const second = await people.enter({ email: first.email })
    expect((await people.signIn(first.email)).id).toBe(first.id)
    await people.confirm(await people.token(first.email, 'confirm', 2), second)
    expect((await people.signIn(first.email)).id).toBe(second.id)
  })

  it('adds up guesses by username and by address, without telling that they belong together', async () => {
    const { username, email } = await people.confirmed()
    const guess = async (name: string, password = 'guess') => {
      guesses += 1
      return (await auth.login(name, password, { address: `203.0.113.${guesses}` })).statusCode
    }
    let guesses = 0
    const times = async (count: number, act: () => Promise<number>) => {
      const all = []
      for (let at = 0; at < count; at += 1) all.push(await act())
      return all
    }
    expect(await times(10, () => guess(username))).toEqual(Array(10).fill(401))
    expect([await guess(username), await guess(email, PASSWORD)]).toEqual([429, 401])
    // As an address of nobody would.
    expect(await times(9, () => guess(email))).toEqual(Array(9).fill(401))
    expect([await guess(email), await guess(email, PASSWORD)]).toEqual([429, 429])
    auth.pass(15 * 60_000)
    expect(await times(10, () => guess(email))).toEqual(Array(10).fill(401))
    expect([await guess(email), await guess(username, PASSWORD)]).toEqual([429, 401])
    auth.pass(15 * 60_000)
    expect([await guess(email, PASSWORD), await guess(username, PASSWORD)]).toEqual([200, 200])
  })

  it('counts guesses in all spellings of an address together', async () => {
    const spellings = [
      'ghost@bücher.example',
      'ghost@xn--bcher-kva.example',
      'ghost@bücher。example',
      '𝐠host@bücher.example',
    ]
    const statuses = []
    for (let at = 0; at < 11; at += 1)
      statuses.push((await auth.login(spellings[at % spellings.length] ?? '', 'guess')).statusCode)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  it('counts unknown names, too, and addresses by their network', async () => {
    const statuses = []
    for (let at = 0; at < 11; at += 1) statuses.push((await auth.login('ghost', 'guess')).statusCode)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    const crowd = await startAuth({ env: { LOGIN_LIMIT_ADDRESS: '2' } })
    const tries = []
    for (let at = 0; at < 3; at += 1)
      tries.push((await crowd.login(`ghost${at}`, 'guess', { address: `2001:db8::${at}` })).statusCode)
    expect(tries).toEqual([401, 401, 429])
    await crowd.register({ username: 'behind.nat', email: 'nat@example.org', password: PASSWORD })
    const cookies = crowd.cookiesOf(await crowd.login('behind.nat', PASSWORD, { address: '192.0.2.77' }))
    expect((await crowd.login('behind.nat', PASSWORD, { address: '2001:db8::5', cookies })).statusCode).toBe(200)
    expect((await crowd.login('ghost9', 'guess', { address: '2001:db8:0:1::1' })).statusCode).toBe(401)
    await crowd.close()
  })

  it('forgives an address the mistakes of people who sign in at last', async () => {
    const crowd = await startAuth({ env: { LOGIN_LIMIT_ADDRESS: '3' } })
    const people = []
    for (let at = 0; at < 5; at += 1) people.push((await someone(crowd)).username)
    for (const name of people) {
      for (let slip = 0; slip < 2; slip += 1) expect((await crowd.login(name, 'mistyped')).statusCode).toBe(401)
      expect((await crowd.login(name, PASSWORD)).statusCode).toBe(200)
    }
    const guesses = []
    for (let at = 0; at < 4; at += 1) guesses.push(await crowd.login(`ghost${at}`, 'guess'))
    expect(guesses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429])
    expect(guesses[3]?.json().message).toMatch(
      /^Too many failed attempts from your internet connection\. Try again in \d+ minutes?, or reset your password\.$/,
    )
    await crowd.close()
  })

  it('after a reset, lets in who sits beside a guesser', async () => {
    const crowd = await startAuth({ env: { LOGIN_LIMIT_ADDRESS: '1' } })
    const { username, email } = await someone(crowd)
    const known = crowd.cookiesOf(await crowd.login(username, PASSWORD))
    await crowd.login('ghost', 'guess')
    expect((await crowd.login(username, PASSWORD)).statusCode).toBe(429)
    await crowd.call('/auth/forgot', { body: { email } })
    await expect.poll(async () => (await crowd.mails()).join()).toContain('/reset?')
    const mails = (await crowd.mails()).join().replaceAll('=\r\n', '').replaceAll('=3D', '=')
    const [, token] = /\/reset\?token=([\w-]+)/.exec(mails) ?? []
    const reset = await crowd.call('/auth/reset', {
      body: { token, password: `${PASSWORD} 2`, username },
      cookies: known,
    })
    const cookies = crowd.cookiesOf(reset)
    expect((await crowd.login(username, `${PASSWORD} 2`, { cookies })).statusCode).toBe(200)
    await crowd.close()
  })

  it('refuses none of many who sign in at once, each with the right password', async () => {
    const crowd = await startAuth({ env: { LOGIN_LIMIT_ADDRESS: '3' } })
    const people = []
    for (let at = 0; at < 12; at += 1) people.push((await someone(crowd)).username)
    const answers = await Promise.all(people.map((name) => crowd.login(name, PASSWORD)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 200))
    await crowd.close()
  })

  it('does not count successful sign-ins', async () => {
    const { username } = await someone()
    for (let at = 0; at < 12; at += 1) expect((await auth.login(username, PASSWORD)).statusCode).toBe(200)
    const atOnce = await Promise.all(Array.from({ length: 20 }, () => auth.login(username, PASSWORD)))
    expect(atOnce.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
  })

  it('limits right passwords of an account, too: sign-ins and proofs together', async () => {
    const person = await people.enter()
    for (let signIns = 1; signIns < 99; signIns += 1) await people.signIn(person.username)
    const change = { username: `${person.username}.`, currentPassword: PASSWORD }
    expect(await people.change(person, change)).toMatchObject({ username: change.username })
    const refused = await auth.login(change.username, PASSWORD)
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      expect.stringMatching(/^You have signed in too often\. Try again in \d+ minutes\.$/),
    ])
    await expect(people.change(person, { ...change, username: person.username })).rejects.toThrow(/too often/)
    await people.enter()
  })

  it('does not count attempts that could not be checked', async () => {
    // At full cost, so that a queue forms.
    const own = await startAuth({ passwords: createPasswords({ waiting: 2 }) })
    const { username } = await someone(own)
    const crowd = await Promise.all(
      Array.from({ length: 30 }, (_, at) => own.login(`crowd${at}`, 'guess', { address: `10.0.${at}.1` })),
    )
    expect(crowd.filter(({ statusCode }) => statusCode === 503).length).toBeGreaterThan(0)
    const busy = crowd.findIndex(({ statusCode }) => statusCode === 503)
    const again = []
    for (let at = 0; at < 11; at += 1) again.push((await own.login(`crowd${busy}`, 'guess')).statusCode)
    expect(again).toEqual([...Array(10).fill(401), 429])
    expect((await own.login(username, PASSWORD)).statusCode).toBe(200)
    await own.close()
  })

  it('remembers a browser that several people use', async () => {
    const [one, other] = [await someone(), await someone()]
    const { device = '' } = auth.cookiesOf(await auth.login(one.username, PASSWORD))
    const second = auth.cookiesOf(await auth.login(other.username, PASSWORD, { cookies: { device } }))
    expect(second.device).toBeUndefined()
    const third = await someone()
    const signIn = () => auth.login(third.username, PASSWORD, { cookies: { device } })
    expect((await Promise.all([signIn(), signIn()])).map(({ statusCode }) => statusCode)).toEqual([200, 200])
    for (const { username } of [one, other, third]) {
      for (let at = 0; at < 10; at += 1) await auth.login(username, 'guess', { address: '203.0.113.7' })
      expect((await auth.login(username, PASSWORD, { cookies: { device } })).statusCode).toBe(200)
    }
  })

  it('replaces a forged device cookie', async () => {
    const { username } = await someone()
    const given = 'A'.repeat(43)
    const { device } = auth.cookiesOf(await auth.login(username, PASSWORD, { cookies: { device: given } }))
    expect(device).toMatch(/^[\w-]{43}$/)
    expect(device).not.toBe(given)
  })
})
