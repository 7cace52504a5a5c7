import { randomBytes } from 'node:crypto'
import { ErrorBody } from '@aangan/contracts/errors'
import type { Requests } from '@aangan/contracts/events'
import { type Agent, Session, User } from '@aangan/contracts/users'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountOf } from './testing/account.ts'
import { type Started, startUsers } from './testing/start.ts'
import { newUser, type UserDoc } from './user.ts'

const agent: Agent = {
  title: 'Residential agent',
  experienceYears: 8,
  location: 'Pune',
  specialization: 'Family homes',
  phone: null,
}

let service: Started

beforeEach(async () => {
  service = await startUsers()
})
afterEach(() => service?.close())

function newId(): string {
  return randomBytes(12).toString('hex')
}

async function added(facts: { username: string; email?: string; agent?: Agent }, at = '2026-01-01'): Promise<UserDoc> {
  const { agent: own = null, ...account } = facts
  const user = newUser(accountOf({ ...account, createdAt: new Date(at).toISOString() }), { agent: own })
  await service.users.add([user])
  return user
}

describe('an email address', () => {
  test('is shown where its owner published it by listing as an agent', async () => {
    await added({ username: 'asha', email: 'asha@example.com' })
    await added({ username: 'ravi', email: 'ravi@example.com', agent }, '2026-01-02')
    const [ravi, asha] = (await service.get('/users')).json<User[]>()
    expect(ravi).toMatchObject({ username: 'ravi', email: 'ravi@example.com', agent })
    expect(asha).toMatchObject({ username: 'asha', avatar: null })
    expect(asha).not.toHaveProperty('email')
    expect(asha).not.toHaveProperty('agent')
  })

  test('is otherwise shown only to its owner', async () => {
    const asha = await added({ username: 'asha', email: 'asha@example.com' })
    expect((await service.get(`/users/${asha._id}`)).json()).not.toHaveProperty('email')
    expect((await service.get(`/users/${asha._id}`, newId())).json()).not.toHaveProperty('email')
    expect((await service.get(`/users/${asha._id}`, asha._id)).json()).toHaveProperty('email', 'asha@example.com')
    for (const url of ['/users', `/users/${asha._id}`])
      expect((await service.get(url)).headers['cache-control']).toBe('private, no-cache')
  })
})

describe('the list of agents', () => {
  async function counts(query = '?agents=true'): Promise<unknown[]> {
    return (await service.get(`/users${query}`)).json<User[]>().map(({ liveListings }) => liveListings)
  }

  test('shows how many homes each has listed, with one request per page', async () => {
    const ravi = await added({ username: 'ravi', agent })
    const meera = await added({ username: 'meera', agent }, '2026-01-02')
    await added({ username: 'asha' }, '2026-01-03')
    const asked: string[][] = []
    await service.bus.respond('posts.count-live', async ({ userIds }) => {
      asked.push(userIds)
      return { [ravi._id]: 12, [meera._id]: 0 }
    })
    expect(await counts()).toEqual([0, 12])
    expect(asked).toEqual([[meera._id, ravi._id]])
    expect(await counts('')).toEqual([undefined, undefined, undefined])
    expect(asked).toHaveLength(1)
  })

  test('omits the numbers while posts is unavailable or hangs', async () => {
    await added({ username: 'ravi', agent })
    expect(await counts()).toEqual([undefined])
    const hanging = new AbortController()
    const until = new Promise<Record<string, number>>((resolve) =>
      hanging.signal.addEventListener('abort', () => resolve({})),
    )
    await service.bus.respond('posts.count-live', () => until)
    expect(await counts()).toEqual([undefined])
    hanging.abort()
  })
})

describe('how soon somebody usually replies', () => {
  test.each([
    [0, 'an hour'],
    [60, 'an hour'],
    [61, 'a few hours'],
    [360, 'a few hours'],
    [1_440, 'a day'],
    [5_760, 'a few days'],
    [5_761, undefined],
    [undefined, undefined],
  ])('%s minutes are shown as %s, in the list of agents and in a profile', async (minutes, said) => {
    const ravi = await added({ username: 'ravi', agent })
    await service.bus.respond('chats.reply-times', async ({ userIds }) => {
      expect(userIds).toEqual([ravi._id])
      return minutes === undefined ? {} : { [ravi._id]: minutes }
    })
    const [listed] = (await service.get('/users?agents=true')).json<User[]>()
    const profile = (await service.get(`/users/${ravi._id}`)).json<User>()
    expect([listed?.repliesWithin, profile.repliesWithin]).toEqual([said, said])
  })
})

test('a profile has no internal fields', async () => {
  const { _id } = await added({ username: 'ravi', email: 'ravi@example.com', agent })
  const body = (await service.get(`/users/${_id}`)).json()
  expect(Object.keys(body).sort()).toEqual(['agent', 'avatar', 'createdAt', 'email', 'id', 'username'])
  expect(Value.Errors(User, body)).toEqual([])
})

test.each([newId(), 'nobody', '0'])('the user %s is not found', async (id) => {
  const answer = await service.get(`/users/${id}`)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'NOT_FOUND', message: 'User not found.' })
})

test('static routes are not user ids: other methods on them are 405 with Allow', async () => {
  const { paths } = (await service.get('/openapi.json')).json<{ paths: Record<string, object> }>()
  const named = Object.keys(paths).filter((path) => /^\/users\/[^/{]+$/.test(path))
  expect(named).toEqual(expect.arrayContaining(['/users/save', '/users/profilePosts', '/users/notification']))
  for (const path of named) {
    const own = Object.keys(paths[path] ?? {}).map((method) => method.toUpperCase())
    const allow = (own.includes('GET') ? [...own, 'HEAD'] : own).sort().join(', ')
    for (const method of ['GET', 'PUT', 'POST'].filter((each) => !own.includes(each)) as ('GET' | 'PUT' | 'POST')[]) {
      const { statusCode, headers } = await service.call(path, { method })
      expect([method, path, statusCode, headers.allow]).toEqual([method, path, 405, allow])
    }
  }
})

describe('who is asking', () => {
  async function sessionOf(as?: string): Promise<Session> {
    const answer = await service.get('/users/session', as)
    expect(answer).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-store' } })
    expect(Value.Errors(Session, answer.json())).toEqual([])
    return answer.json<Session>()
  }

  test('is a visitor without a token', async () => {
    expect(await sessionOf()).toEqual({ status: 'visitor' })
  })

  test('gets their full own profile', async () => {
    const { _id } = await added({ username: 'asha', email: 'asha@example.com' })
    expect(await sessionOf(_id)).toMatchObject({ status: 'user', user: { id: _id, email: 'asha@example.com' } })
  })

  test('gets the profile of a new account whose event has not arrived', async () => {
    const account = accountOf({ username: 'newcomer', email: 'new@example.com' })
    service.accounts.push(account)
    expect(await sessionOf(account.id)).toMatchObject({ status: 'user', user: { username: 'newcomer' } })
    expect((await service.get(`/users/${account.id}`)).json()).toMatchObject({ username: 'newcomer' })
  })

  test('is unknown if the gateway could not tell', async () => {
    const answer = await service.call('/users/session', { headers: { 'x-aangan-identity': 'unknown' } })
    expect(answer.json()).toEqual({ status: 'unknown' })
  })
})

describe('the list', () => {
  async function pages(url: string): Promise<string[][]> {
    const names: string[][] = []
    for (let next: string | undefined = url; next !== undefined; ) {
      const answer: Awaited<ReturnType<Started['get']>> = await service.get(next)
      expect(answer.statusCode, answer.body).toBe(200)
      names.push(answer.json<User[]>().map(({ username }) => username))
      next = /^<(\/users\?[^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    return names
  }

  test('pages through people who joined at the same moment without repeats or gaps', async () => {
    const people = Array.from({ length: 25 }, (_, at) =>
      newUser(accountOf({ username: `user${at}`, createdAt: new Date(at < 20 ? 0 : 1).toISOString() }), {
        agent: at % 3 ? null : agent,
      }),
    )
    await service.users.add(people)
    const latest = [...people].sort((a, b) => (`${a.createdAt}${a._id}` < `${b.createdAt}${b._id}` ? 1 : -1))
    const names = (some: UserDoc[]) => some.map(({ username }) => username)
    const got = await pages('/users?limit=4')
    expect(got.flat()).toEqual(names(latest))
    expect(got.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 4, 1])
    expect((await pages('/users?agents=true&limit=2')).flat()).toEqual(names(latest.filter(({ listed }) => listed)))
    expect((await service.get('/users?agents=true')).headers['x-total-count']).toBe('9')
    expect((await service.get('/users?agents=false')).headers['x-total-count']).toBe('25')
  })

  test.each([
    '/users?agents=maybe',
    '/users?agents=true&agents=true',
    '/users?limit=0',
    '/users?limit=501',
    '/users?after=nonsense',
    '/users?agents[$ne]=true',
    '/users?after=%ff',
    '/users/%00',
  ])('%s is refused with a reason', async (url) => {
    const answer = await service.get(url)
    expect(answer.statusCode).toBe(400)
    expect(Value.Errors(ErrorBody, answer.json())).toEqual([])
  })
})

test('a new picture has an address of at most 500 characters; a longer one of before may be sent again', async () => {
  const [asha, ravi] = [await added({ username: 'asha' }), await added({ username: 'ravi' })]
  const avatar = `https://x.in/${'a'.repeat(488)}`
  await service.users.change(ravi._id, { avatar })
  const put = (id: string) => service.call(`/users/${id}`, { method: 'PUT', as: id, body: { avatar } })
  const refused = await put(asha._id)
  expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining('at most 500 characters')])
  expect((await put(ravi._id)).json()).toMatchObject({ avatar })
})

test('the owner of a listing is found by its id, if it is public', async () => {
  const [asha, listing, hidden] = [await added({ username: 'asha', email: 'asha@example.com' }), newId(), newId()]
  const posts = [{ id: listing, userId: asha._id }] as Requests['posts.find-many']['reply']
  await service.bus.respond('posts.find-many', async ({ ids }) => posts.filter(({ id }) => ids.includes(id)))
  const found = await service.get(`/users/owner-of/${listing}`)
  expect(found.json()).toEqual((await service.get(`/users/${asha._id}`)).json())
  expect(found.headers['cache-control']).toBe('private, no-cache')
  for (const id of [hidden, 'x']) expect((await service.get(`/users/owner-of/${id}`)).statusCode).toBe(404)
})

describe('users.find', () => {
  test('returns existing users, without private fields', async () => {
    const asha = await added({ username: 'asha', email: 'asha@example.com' })
    const found = await service.bus.request('users.find', { ids: [asha._id, newId()] }, { timeoutMs: 20_000 })
    expect(found).toEqual([{ id: asha._id, username: 'asha', avatar: null, rev: asha.rev }])
  })

  test.each([{ ids: ['x'] }, { ids: Array(501).fill('f'.repeat(24)) }, { ids: 'f' as unknown as string[] }])(
    'refuses what are no ids',
    async (ask) => {
      const asking = service.bus.request('users.find', ask, { timeoutMs: 20_000 })
      await expect(asking).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    },
  )
})
