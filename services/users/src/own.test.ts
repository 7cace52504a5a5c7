import { setTimeout as pause } from 'node:timers/promises'
import type { AccountChange } from '@aangan/contracts/accounts'
import type { OwnPost } from '@aangan/contracts/posts'
import { postWithDetail } from '@aangan/contracts/testing/posts'
import type { Subscription } from '@aangan/service-kit/bus/bus'
import { AppError } from '@aangan/service-kit/errors'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MOST_CHANGES } from './limits.ts'
import { accountOf } from './testing/account.ts'
import { type Started, startUsers } from './testing/start.ts'
import { newUser } from './user.ts'

let service: Started
/** The listings of posts. */
let listed: OwnPost[]
/** The answers of posts about listings in detail. */
let details: Subscription
/** Change requests received by auth. */
let asked: (AccountChange & { by: string; session: string })[]

const asha = accountOf({ username: 'asha', email: 'asha@example.com' })
const ravi = accountOf({ username: 'ravi', email: 'ravi@example.com' })
const agent = {
  title: 'Adviser',
  experienceYears: 8,
  location: 'Pune',
  specialization: 'First homes',
  phone: '+91 98200 12345',
}

beforeEach(async () => {
  service = await startUsers()
  listed = []
  asked = []
  const { bus, signIn } = service
  await bus.respond('posts.find-many', async ({ ids }) =>
    listed.filter(({ id }) => ids.includes(id)).map((post) => ({ ...post, rev: 1 })),
  )
  details = await bus.respond('posts.find-details', async ({ ids: [first, ...rest] }) => ({
    posts: listed.filter(({ id }) => id === first),
    rest,
  }))
  await bus.respond('posts.of-owner', signIn.verifier, async ({ skip }, { id }) => {
    const own = listed.filter((post) => post.userId === id)
    return { posts: own.slice(skip, skip + 1), more: own.length > skip + 1 }
  })
  await bus.respond('accounts.change', signIn.verifier, async (change, { id, session }) => {
    asked.push({ ...change, by: id, session })
    if (change.currentPassword === 'wrong') throw new AppError('FORBIDDEN', 'Current password: this is not it.')
    if (change.username === 'taken') throw new AppError('CONFLICT', 'Username is already taken!')
    const { username = 'asha', email = 'asha@example.com' } = change
    return { ...asha, id, username, email, mailTo: asha.email, rev: asked.length + 1 }
  })
  await service.users.add([newUser(asha), newUser(ravi)])
})
afterEach(() => service.close())

function listing(userId: string): OwnPost {
  const post = { ...postWithDetail({ id: accountOf({ username: 'x' }).id, userId }) }
  listed.push(post)
  return post
}

describe('one’s own profile', () => {
  const put = (body: unknown, { id = asha.id, as = asha.id }: { id?: string; as?: string | undefined } = {}) =>
    service.call(`/users/${id}`, { method: 'PUT', as, body })

  test('changes name, address and password in auth, the rest here', async () => {
    const account = { username: 'asha.k', email: 'k@example.com', password: 'a new password' }
    const body = { ...account, currentPassword: 'correct horse', avatar: '/media/avatars/a.webp' }
    const answer = await put(body)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({
      id: asha.id,
      username: 'asha.k',
      email: 'k@example.com',
      avatar: body.avatar,
    })
    const proof = { currentPassword: 'correct horse', by: asha.id, session: '0'.repeat(64), address: '127.0.0.1' }
    expect(asked).toEqual([{ ...account, ...proof }])
    expect((await service.get(`/users/${asha.id}`)).json()).toMatchObject({ username: 'asha.k', avatar: body.avatar })
  })

  test('takes sixty new names or pictures an hour, which are copied into listings, and other changes besides', async () => {
    const change = (at: number) => put({ avatar: `/media/avatars/${at % 2}.webp` })
    for (let at = 0; at < MOST_CHANGES; at += 1) expect((await change(at)).statusCode).toBe(200)
    const refused = await change(0)
    expect([refused.statusCode, refused.json().message]).toEqual([429, expect.stringContaining('too often')])
    expect((await put({ agent: null })).statusCode).toBe(200)
    service.pass(3_600_000)
    expect((await change(0)).statusCode).toBe(200)
  })

  test('announces a new picture alone: what an agent says of himself is copied nowhere', async () => {
    const pictures: (string | null)[] = []
    const following = await service.bus.subscribe({
      durable: 'test-users',
      subjects: ['user.changed'],
      handle: async ({ data }) => {
        if (data.id === asha.id) pictures.push(data.avatar)
      },
    })
    await put({ agent })
    await put({ avatar: '/media/avatars/a.webp' })
    await expect.poll(() => pictures.at(-1)).toBe('/media/avatars/a.webp')
    await following.stop()
    // The first is the account's.
    expect(pictures).toEqual([null, '/media/avatars/a.webp'])
  })

  test('leaves empty, null or absent fields unchanged', async () => {
    await put({ avatar: '/media/avatars/a.webp' })
    const answer = await put({ username: '', email: ' ', password: '', avatar: null })
    expect(answer.json()).toMatchObject({ username: 'asha', avatar: '/media/avatars/a.webp' })
    await put({ currentPassword: 'correct horse' })
    expect(asked).toEqual([])
    expect((await put({ removeAvatar: true })).json()).toMatchObject({ avatar: null })
  })

  test('passes on the conflict message of auth, and changes nothing', async () => {
    const answer = await put({ username: 'taken', avatar: '/media/avatars/b.webp' })
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'Username is already taken!'])
    expect((await service.get(`/users/${asha.id}`)).json()).toMatchObject({ username: 'asha', avatar: null })
  })

  test('sends the session, which may be proof enough, and passes on the refusal of auth', async () => {
    await put({ password: 'a new password', currentPassword: '' })
    expect(asked).toEqual([{ by: asha.id, password: 'a new password', session: '0'.repeat(64), address: '127.0.0.1' }])
    const answer = await put({ email: 'k@example.com', currentPassword: 'wrong', avatar: '/media/avatars/b.webp' })
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'Current password: this is not it.'])
    expect((await service.get(`/users/${asha.id}`)).json()).toMatchObject({ avatar: null })
  })

  test('waits for auth as long as a password may wait for its turn, and gives up before the gateway does', async () => {
    const requests = vi.spyOn(service.bus, 'request')
    await put({ password: 'a new password' })
    await service.bus.respond('accounts.remove', service.signIn.verifier, async () => true)
    await service.call(`/users/${asha.id}`, { method: 'DELETE', as: asha.id })
    const waits = requests.mock.calls.filter(([subject]) => /^accounts\.(change|remove)$/.test(subject))
    expect(waits.map(([, , { timeoutMs }]) => timeoutMs)).toEqual([8_000, 8_000])
  })

  test('shows others only a confirmed address, also of an agent', async () => {
    await put({ agent })
    const own = (await put({ email: 'new@example.com' })).json()
    expect(own).toMatchObject({ email: 'new@example.com', emailConfirmed: false })
    const shown = async (as?: string) => (await service.get(`/users/${asha.id}`, as)).json()
    expect(await shown(asha.id)).toMatchObject({ email: 'new@example.com', emailConfirmed: false })
    expect(await shown(ravi.id)).toMatchObject({ email: 'asha@example.com' })
    expect(await shown(ravi.id)).not.toHaveProperty('emailConfirmed')
    const account = { ...asha, email: 'new@example.com' }
    const heard = (mailTo: string | null, rev: number) =>
      service.bus.publish({ id: `a:${rev}`, subject: 'account.changed', data: { ...account, mailTo, rev } })
    await heard(null, 8)
    await expect.poll(() => shown(ravi.id)).not.toHaveProperty('email')
    expect((await service.get('/users?agents=true')).json()[0]).not.toHaveProperty('email')
    await heard('new@example.com', 9)
    await expect.poll(() => shown(ravi.id)).toMatchObject({ email: 'new@example.com' })
    expect(await shown(asha.id)).not.toHaveProperty('emailConfirmed')
  })

  test('counts an address from before addresses were confirmed as confirmed', async () => {
    const { mailTo: _, ...old } = newUser(accountOf({ username: 'old', email: 'old@example.com' }), { agent })
    await service.users.add([old])
    expect((await service.get(`/users/${old._id}`)).json()).toMatchObject({ email: 'old@example.com' })
    expect((await service.get(`/users/${old._id}`, old._id)).json()).not.toHaveProperty('emailConfirmed')
  })

  test('lists somebody as an agent, with email, until they opt out', async () => {
    expect((await put({ agent })).json()).toMatchObject({ agent })
    const [shown] = (await service.get('/users?agents=true')).json()
    expect(shown).toMatchObject({ username: 'asha', email: 'asha@example.com', agent })
    const others = { ...agent, title: 'सलाहकार 🏠', location: 'Tiruchirappalli – तमिल\u200dनाडु' }
    expect((await put({ agent: others })).json()).toMatchObject({ agent: others })
    expect((await put({ agent: null })).json()).not.toHaveProperty('agent')
    expect((await service.get('/users?agents=true')).json()).toEqual([])
    expect((await service.get(`/users/${asha.id}`)).json()).not.toHaveProperty('email')
  })

  test('accepts a picture that another service keeps, and any that it has', async () => {
    const avatar = "https://pictures.example/avatars/it's%20me.png?w=96#face"
    expect((await put({ avatar })).json()).toMatchObject({ avatar })
    await service.users.change(asha.id, { avatar: 'https:from-before' })
    expect((await put({ avatar: 'https:from-before' })).json()).toMatchObject({ avatar: 'https:from-before' })
  })

  test('keeps an agent’s texts and phone without what is invisible', async () => {
    const pasted = {
      ...agent,
      title: '\u202eAdviser\u202c\ufeff',
      location: 'Pu\u200bne\nEast',
      specialization: '\u2060First\u00a0homes',
      phone: '\u202a(080)\u00a04123\u20114567\u202c',
    }
    const clean = { title: 'Adviser', location: 'Pune East', specialization: 'First homes', phone: '(080) 4123-4567' }
    expect((await put({ agent: pasted })).json()).toMatchObject({ agent: clean })
  })

  test.each([
    ['id', { id: ravi.id }],
    ['isAdmin', { isAdmin: true }],
    ['createdAt', { createdAt: '2000-01-01T00:00:00.000Z' }],
    ['listed', { listed: true }],
    ['rev', { rev: 9 }],
    ['avatar', { avatar: 'javascript:alert(1)' }],
    ['avatar', { avatar: '/media/avatars/../../etc/passwd' }],
    ['avatar', { avatar: 'http://elsewhere.example/a.png' }],
    ['avatar', { avatar: 'https:elsewhere.example/a.png' }],
    ['avatar', { avatar: 'https:///elsewhere.example/a.png' }],
    ['avatar', { avatar: 'https:\\\\elsewhere.example/a.png' }],
    ['avatar', { avatar: 'https://user:pw@elsewhere.example/a.png' }],
    ['avatar', { avatar: 'https://user@elsewhere.example/a.png' }],
    ['avatar', { avatar: 'https://elsewhere.example/a.png\n' }],
    ['avatar', { avatar: 'https://elsewhere.example/\u0001a.png' }],
    ['avatar', { avatar: 'https://elsewhere.example/"onerror="alert(1)' }],
    ['avatar', { avatar: '//elsewhere.example/a.png' }],
    ['agent.phone', { agent: { ...agent, phone: 'call me' } }],
    ['agent.stars', { agent: { ...agent, stars: 5 } }],
    ['agent.title', { agent: { ...agent, title: '' } }],
    ['agent.location', { agent: { ...agent, location: 'Pune\u0007' } }],
    ['agent.phone', { agent: { ...agent, phone: '12345' } }],
    ['agent.title', { agent: { ...agent, title: '\u3164' } }],
    ['agent.specialization', { agent: { ...agent, specialization: 'First \ud83d' } }],
    ['agent.specialization', { agent: { ...agent, specialization: '\u200b\u2060' } }],
    ['username', { username: ['asha'] }],
  ])('refuses %s by name: %j', async (field, body) => {
    const answer = await put(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toContain(field)
    expect(asked).toEqual([])
  })

  test('cannot be changed by others', async () => {
    expect((await put({ isAdmin: true }, { as: ravi.id })).statusCode).toBe(403)
    expect((await service.call(`/users/${asha.id}`, { method: 'PUT', body: {} })).statusCode).toBe(401)
    expect((await put({}, { id: 'f'.repeat(24), as: asha.id })).statusCode).toBe(403)
  })

  test('follows its account, ignoring older revisions', async () => {
    await service.bus.publish({ id: 'a:3', subject: 'account.changed', data: { ...asha, username: 'third', rev: 3 } })
    await expect.poll(async () => (await service.get(`/users/${asha.id}`)).json().username).toBe('third')
    await service.bus.publish({ id: 'a:2', subject: 'account.changed', data: { ...asha, username: 'second', rev: 2 } })
    const last = accountOf({ username: 'last' })
    await service.bus.publish({ id: 'b:1', subject: 'account.changed', data: last })
    await expect.poll(async () => (await service.get(`/users/${last.id}`)).statusCode).toBe(200)
    expect((await service.get(`/users/${asha.id}`)).json().username).toBe('third')
  })
})

describe('saved places', () => {
  const save = (postId: unknown, as: string | undefined = asha.id) =>
    service.call('/users/save', { method: 'POST', as, body: { postId } })

  test('are toggled, per user', async () => {
    const post = listing(ravi.id)
    expect((await save(post.id)).json()).toEqual({ message: 'Post saved' })
    expect((await service.get('/users/saved', asha.id)).json()).toEqual({ ids: [post.id] })
    expect((await service.get('/users/saved', ravi.id)).json()).toEqual({ ids: [] })
    const savedBy = ({ id }: { id: string }) =>
      service.bus.request(
        'users.saved',
        { postIds: [post.id, 'f'.repeat(24)] },
        { as: service.signIn.identityAt('posts', id), timeoutMs: 1_000 },
      )
    expect([await savedBy(asha), await savedBy(ravi)]).toEqual([[post.id], []])
    expect((await save(post.id)).json()).toEqual({ message: 'Post removed from saved list' })
    expect((await service.get('/users/saved', asha.id)).json()).toEqual({ ids: [] })
  })

  test('are toggled once by each of twenty concurrent clicks', async () => {
    const post = listing(ravi.id)
    const answers = await Promise.all(Array.from({ length: 21 }, () => save(post.id)))
    const messages = answers.map((answer): string => answer.json().message)
    expect(messages.filter((message) => message === 'Post saved')).toHaveLength(11)
    expect(messages.filter((message) => message === 'Post removed from saved list')).toHaveLength(10)
    expect((await service.get('/users/saved', asha.id)).json()).toEqual({ ids: [post.id] })
  })

  test.each(['f'.repeat(24), 'nonsense', ''])('cannot be %j, which is not a listing', async (id) => {
    const answer = await save(id)
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Post not found'])
  })

  test('require sign-in', async () => {
    for (const body of [{ postId: 'f'.repeat(24) }, { nothing: 1 }]) {
      const answer = await service.call('/users/save', { method: 'POST', body })
      expect([answer.statusCode, answer.json().message]).toEqual([401, 'Not Authenticated!'])
    }
    for (const url of ['/users/saved', '/users/profilePosts', '/users/notification'])
      expect((await service.get(url)).statusCode, url).toBe(401)
  })

  test('are removed with the listing', async () => {
    const [kept, gone] = [listing(ravi.id), listing(ravi.id)]
    for (const { id } of [kept, gone]) for (const as of [asha.id, ravi.id]) await save(id, as)
    await service.bus.publish({ id: 'gone', subject: 'post.removed', data: { id: gone.id, userId: ravi.id, rev: 2 } })
    await expect.poll(async () => (await service.get('/users/saved', ravi.id)).json().ids).toEqual([kept.id])
    await expect.poll(async () => (await service.get('/users/saved', asha.id)).json().ids).toEqual([kept.id])
  })

  test('are in the profile beside one’s own listings, latest saved first', async () => {
    const own = listing(asha.id)
    const [first, second] = [listing(ravi.id), listing(ravi.id)]
    await save(first.id)
    // The order of saves within one millisecond is undefined.
    await pause(2)
    await save(second.id)
    const answer = (await service.get('/users/profilePosts', asha.id)).json()
    expect(answer.userPosts.map(({ id }: OwnPost) => id)).toEqual([own.id])
    expect(answer.savedPosts.map(({ id }: OwnPost) => id)).toEqual([second.id, first.id])
    expect(answer.savedPosts[0].postDetail).toEqual(second.postDetail)
  })
})

describe('the data of a person', () => {
  const saved = async (): Promise<object[]> =>
    (await service.get('/users/data', asha.id)).json().lists?.savedPlaces as object[]

  test('has the title and URL of each saved place, as long as it exists', async () => {
    const [kept, gone] = [listing(ravi.id), listing(ravi.id)]
    for (const { id } of [kept, gone]) await service.users.saved.toggle(asha.id, id, service.now())
    listed = listed.filter(({ id }) => id !== gone.id)
    expect(
      (await saved()).toSorted((a, b) => Number(Object(a).title === null) - Number(Object(b).title === null)),
    ).toEqual([
      { postId: kept.id, title: kept.title, url: `https://homes.example/${kept.id}`, savedAt: expect.any(String) },
      { postId: gone.id, title: null, url: null, savedAt: expect.any(String) },
    ])
  })

  test('is refused, not without titles, while posts is away', async () => {
    await service.users.saved.toggle(asha.id, listing(ravi.id).id, service.now())
    await details.stop()
    expect((await service.get('/users/data', asha.id)).statusCode).toBe(503)
  })
})

test('unread chats are a bare number, 0 while chats is unavailable', async () => {
  expect((await service.get('/users/notification', asha.id)).body).toBe('0')
  const { bus, signIn } = service
  await bus.respond('chats.unread', signIn.verifier, async (_ask, { id }) => (id === asha.id ? 3 : 0))
  expect((await service.get('/users/notification', asha.id)).body).toBe('3')
})

test('users.using-pictures names who has an upload as their picture', async () => {
  const [face, other] = ['c'.repeat(24), 'd'.repeat(24)]
  await service.users.change(asha.id, { avatar: `/media/avatars/${face}/96.webp` })
  const ask = (kind: 'avatars' | 'posts', id: string) =>
    service.bus.request('users.using-pictures', { uploads: [{ kind, id }] }, { timeoutMs: 20_000 })
  expect(await ask('avatars', face)).toEqual([{ id: asha.id, rev: 2, uploadIds: [face] }])
  expect([await ask('avatars', other), await ask('posts', face)]).toEqual([[], []])
  await service.users.change(asha.id, { avatar: null })
  expect(await ask('avatars', face)).toEqual([])
  await expect(ask('avatars', 'x')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
