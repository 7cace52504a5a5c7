import type { AccountRemoval } from '@aangan/contracts/accounts'
import { AppError } from '@aangan/service-kit/errors'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSearchStore } from './searches/search-store.ts'
import { accountOf } from './testing/account.ts'
import { type Started, startUsers } from './testing/start.ts'
import { newUser } from './user.ts'

const asha = accountOf({ username: 'asha', email: 'asha@example.com' })
const ravi = accountOf({ username: 'ravi' })
let service: Started
/** What auth was asked. */
let asked: (AccountRemoval & { by: string })[]

beforeEach(async () => {
  service = await startUsers()
  asked = []
  await service.bus.respond('accounts.remove', service.signIn.verifier, async (removal, { id: by }) => {
    asked.push({ ...removal, by })
    if (removal.currentPassword === 'wrong') throw new AppError('FORBIDDEN', 'This password is not right.')
    service.accounts.length = 0
    return true
  })
  await service.users.add([newUser(asha), newUser(ravi)])
})
afterEach(() => service.close())

const remove = (body?: unknown, as: string | undefined = asha.id) =>
  service.call(`/users/${asha.id}`, { method: 'DELETE', as, body })

const publishRemoved = () =>
  service.bus.publish({ id: 'removed', subject: 'account.removed', data: { id: asha.id, rev: 2 } })

const publishChanged = (rev = 1) =>
  service.bus.publish({ id: `changed:${rev}`, subject: 'account.changed', data: { ...asha, rev } })

describe('deleting one’s account', () => {
  it('removes the profile at once, once auth has agreed', async () => {
    const refused = await remove({ currentPassword: 'wrong' })
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'This password is not right.'])
    expect((await service.get(`/users/${asha.id}`)).statusCode).toBe(200)
    expect((await remove()).statusCode).toBe(200)
    expect((await service.get(`/users/${asha.id}`)).statusCode).toBe(404)
    expect((await service.get('/users')).json()).toMatchObject([{ username: 'ravi' }])
    expect(asked.map(({ by, currentPassword }) => [by, currentPassword])).toEqual([
      [asha.id, 'wrong'],
      [asha.id, undefined],
    ])
  })

  it.each([
    [401, undefined],
    [403, ravi.id],
  ])('answers %i to others, whom auth is not asked about', async (status, as) => {
    const answer = await service.call(`/users/${asha.id}`, { method: 'DELETE', as, body: {} })
    expect([answer.statusCode, asked]).toEqual([status, []])
  })
})

describe('a removed person', () => {
  const profile = async () => (await service.get(`/users/${asha.id}`)).statusCode

  it('is not brought back by an event that arrives late, nor by an answer of auth', async () => {
    await publishRemoved()
    await expect.poll(profile).toBe(404)
    service.accounts.push(asha)
    await publishChanged(3)
    await service.bus.publish({ id: 'other', subject: 'account.changed', data: { ...ravi, username: 'ravi2', rev: 2 } })
    await expect.poll(async () => (await service.get(`/users/${ravi.id}`)).json().username).toBe('ravi2')
    expect(await profile()).toBe(404)
  })

  it('who was unknown until then stays unknown', async () => {
    const meera = accountOf({ username: 'meera' })
    service.accounts.push(meera)
    await service.bus.publish({ id: 'removed', subject: 'account.removed', data: { id: meera.id, rev: 2 } })
    const removed = () => service.store.collection('removed-accounts').findOne({ _id: meera.id })
    await expect.poll(removed).not.toBe(null)
    expect((await service.get(`/users/${meera.id}`)).statusCode).toBe(404)
    // Nor was a profile made and removed again, whose event would have had the name.
    expect(await service.users.writes.isRemoved(meera.id)).toBe(false)
  })

  it('leaves no saved place, search, or link of a mail', async () => {
    const posts = ['1', '2'].map((digit) => digit.repeat(24))
    for (const id of posts) await service.users.saved.toggle(asha.id, id, service.now())
    await service.users.saved.toggle(ravi.id, posts[0] ?? '', service.now())
    await service.call('/users/searches', { method: 'POST', as: asha.id, body: { search: 'city=Pune' } })
    const searches = createSearchStore(service.store)
    const [search] = await searches.of(asha.id)
    const expiresAt = new Date(Date.now() + 1e9).toISOString()
    // One of an earlier release, which does not name the person, and one of a search that is gone.
    await searches.stops.add({ _id: 'old', searchId: search?._id ?? '', expiresAt })
    await searches.stops.add({ _id: 'gone', searchId: 'gone', userId: asha.id, expiresAt })
    await searches.stops.add({ _id: 'ravi', searchId: 'other', userId: ravi.id, expiresAt })
    await searches.readers.hold(asha.id, 0, 1)
    await publishRemoved()
    const left = async () =>
      await Promise.all(
        ['saved', 'searches', 'search-stops', 'search-readers'].map(async (name) =>
          (await service.store.collection(name).find({}).toArray()).map(({ _id }) => _id),
        ),
      )
    await expect.poll(left).toEqual([[`${ravi.id}:${posts[0]}`], [], ['ravi'], []])
  })
})

it('a person’s data has all saved places, over several pages', async () => {
  const saved = service.store.collection<{ _id: string; userId: string; postId: string; savedAt: string }>('saved')
  await service.bus.respond('posts.find-details', async () => ({ posts: [], rest: [] }))
  const ids = Array.from({ length: 2_300 }, (_, at) => at.toString(16).padStart(24, '0'))
  const savedAt = service.now().toISOString()
  const documents = ids.map((postId) => ({ _id: `${asha.id}:${postId}`, userId: asha.id, postId, savedAt }))
  await saved.bulkWrite(
    documents.map((document) => ({ insertOne: { document } })),
    { ordered: false },
  )
  const found: string[] = []
  let pages = 0
  for (let next: string | null = ''; next !== null; pages += 1) {
    const answer = await service.get(`/users/data${next && `?after=${next}`}`, asha.id)
    expect(answer.headers['cache-control']).toBe('no-store')
    const page = answer.json()
    found.push(...page.lists.savedPlaces.map((place: { postId: string }) => place.postId))
    expect(page.lists.profile?.length).toBe(pages === 0 ? 1 : undefined)
    next = page.next
  }
  expect([pages, found]).toEqual([5, ids])
  expect((await service.get('/users/data?after=x', asha.id)).statusCode).toBe(400)
  expect((await service.get('/users/data')).statusCode).toBe(401)
})
