import type { SavedSearch } from '@aangan/contracts/saved-searches'
import { AppError } from '@aangan/service-kit/errors'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountOf } from '../testing/account.ts'
import { type Started, startUsers } from '../testing/start.ts'
import type { SearchDoc } from './search.ts'

const ASHA = accountOf({ username: 'asha', email: 'asha@example.com' })
const RAVI = accountOf({ username: 'ravi', email: 'ravi@example.com' })
const PUNE = 'city=Pune&type=rent'

let service: Started
beforeEach(async () => {
  service = await startUsers()
})
afterEach(() => service.close())

const save = (body: unknown, as: string | undefined = ASHA.id) =>
  service.call('/users/searches', { method: 'POST', as, body })
const list = async (as = ASHA.id): Promise<SavedSearch[]> => (await service.get('/users/searches', as)).json()
const change = (id: string, body: unknown, as: string | undefined = ASHA.id) =>
  service.call(`/users/searches/${id}`, { method: 'PUT', as, body })
const remove = (id: string, as: string | undefined = ASHA.id) =>
  service.call(`/users/searches/${id}`, { method: 'DELETE', as })

/** Makes posts report this many new listings for every search. */
const answerCounts = (total: number) => service.bus.respond('posts.find-new', async () => ({ posts: [], total }))

test('visitors have none', async () => {
  const calls = [
    service.call('/users/searches', {}),
    service.call('/users/searches', { method: 'POST', body: { search: PUNE } }),
    service.call(`/users/searches/${ASHA.id}`, { method: 'PUT', body: { isSeen: true } }),
    service.call(`/users/searches/${ASHA.id}`, { method: 'DELETE' }),
  ]
  for (const call of calls) expect((await call).json()).toMatchObject({ message: 'Not Authenticated!' })
})

test('another person’s search is not found', async () => {
  const { id } = (await save({ search: PUNE })).json()
  for (const answer of [await change(id, { alert: 'now' }, RAVI.id), await remove(id, RAVI.id)])
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Search not found.'])
  expect(await list(RAVI.id)).toEqual([])
  expect(await list()).toMatchObject([{ id, alert: 'off' }])
  expect((await change('nonsense', { alert: 'now' })).statusCode).toBe(404)
})

describe('saving', () => {
  test.each([
    ['?type=RENT&city=poona&page=2&sort=newest&view=map&after=x&limit=5', 'city=Pune&type=rent'],
    ['city=%20new%20%20Town&property=any&minPrice=0&maxPrice=', 'city=new+Town'],
    ['bbox=73.70,18.4, 74 ,18.7&bedroom=2', 'bbox=73.7%2C18.4%2C74%2C18.7&bedroom=2'],
    ['maxPrice=45000&minPrice=0100&utm_source=mail', 'maxPrice=45000&minPrice=100'],
    ['city=Kothrud, Pune&within=05', 'city=Kothrud%2C+Pune&within=5'],
    ['type=rent&within=5', 'type=rent'],
    ['', ''],
  ])('normalizes %j to %j', async (given, kept) => {
    const answer = await save({ search: given })
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      expect.objectContaining({ search: kept, alert: 'off', newCount: 0 }),
    ])
  })

  test.each([
    ['type', { search: 'type=steal' }],
    ['property', { search: 'property=castle' }],
    ['minPrice', { search: 'minPrice=5&maxPrice=4' }],
    ['maxPrice', { search: 'maxPrice=-1' }],
    ['bedroom', { search: 'bedroom=many' }],
    ['city', { search: 'city=!!!' }],
    ['city', { search: `city=${'x'.repeat(101)}` }],
    ['bbox', { search: 'bbox=1,2,3' }],
    ['bbox', { search: 'bbox=73,19,74,18' }],
    ['alert', { search: PUNE, alert: 'hourly' }],
    ['search', {}],
    ['search', { search: `city=${'x'.repeat(8_200)}` }],
    ['userId', { search: PUNE, userId: RAVI.id }],
  ])('refuses %s by name: %j', async (name, body) => {
    const answer = await save(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toContain(name)
    expect(await list()).toEqual([])
  })

  test('an equivalent search returns the existing one', async () => {
    await answerCounts(7)
    const first = (await save({ search: 'city=Bangalore', alert: 'daily' })).json()
    const again = await save({ search: '?sort=price_asc&city=bengaluru', alert: 'off' })
    expect([again.statusCode, again.json()]).toEqual([200, { ...first, newCount: 7 }])
    expect((await save({ search: 'city=Bangalore' }, RAVI.id)).statusCode).toBe(201)
    expect(await list()).toHaveLength(1)
  })

  test('one saved when its city was not known in another script is found, and not saved twice', async () => {
    await answerCounts(0)
    const { id } = (await save({ search: 'city=Pune' })).json()
    const searches = service.store.collection<SearchDoc>('searches')
    const stored = (await searches.findOne({ _id: id })) as SearchDoc
    await searches.deleteOne({ _id: id })
    await searches.insertOne({ ...stored, _id: 'before', search: `city=${encodeURIComponent('पुणे')}` })
    const found = await service.call('/users/searches?search=city%3DPune', { as: ASHA.id })
    expect(found.json()).toMatchObject([{ id: 'before' }])
    expect((await save({ search: 'city=Pune' })).json()).toMatchObject({ id: 'before' })
    expect(await list()).toHaveLength(1)
  })

  test('of sixty concurrent saves fifty succeed, each once; removing one frees its slot', async () => {
    const all = Array.from({ length: 60 }, (_, at) => save({ search: `minPrice=${at + 1}` }))
    const same = Array.from({ length: 10 }, () => save({ search: 'city=Pune' }, RAVI.id))
    const statuses = (await Promise.all(all)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(50)
    expect(statuses.filter((status) => status === 409)).toHaveLength(10)
    expect((await Promise.all(same)).filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    expect(await list(RAVI.id)).toHaveLength(1)

    const [first, ...others] = await list()
    expect(others).toHaveLength(49)
    const refused = await save({ search: PUNE })
    expect(refused.json()).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('50 searches') })
    expect((await save({ search: `?${first?.search}` })).statusCode).toBe(200)
    expect((await remove(first?.id ?? '')).json()).toEqual({ message: 'Search removed' })
    expect((await save({ search: PUNE })).statusCode).toBe(201)
  })
})

describe('the list', () => {
  test('is latest first, with the number of new listings since each was seen', async () => {
    const asked: unknown[] = []
    await service.bus.respond('posts.find-new', async (ask) => {
      asked.push(ask)
      return { posts: [], total: ask.search === PUNE ? 3 : 100 }
    })
    const pune = (await save({ search: PUNE })).json()
    service.pass(1_000)
    await save({ search: '' })
    expect(await list()).toMatchObject([
      { search: '', newCount: 100 },
      { id: pune.id, newCount: 3 },
    ])
    expect(asked).toContainEqual({ search: PUNE, since: pune.seenAt, limit: 1 })
    service.pass(60_000)
    const seen = (await change(pune.id, { isSeen: true })).json()
    expect(Date.parse(seen.seenAt)).toBeGreaterThanOrEqual(Date.parse(pune.seenAt) + 60_000)
    expect(asked.at(-1)).toMatchObject({ since: seen.seenAt })
  })

  test('has no counts while posts is unavailable, or rejects a search', async () => {
    await save({ search: PUNE })
    expect(await list()).toMatchObject([{ search: PUNE, newCount: null }])
    await service.bus.respond('posts.find-new', async () => {
      throw new AppError('BAD_REQUEST', 'no')
    })
    expect(await list()).toMatchObject([{ search: PUNE, newCount: null }])
  })

  test('does not wait for posts once for each search', async () => {
    const searches = ['', 'city=Pune', 'city=Goa', 'city=Delhi']
    for (const search of searches) await save({ search })
    let asked = 0
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    await service.bus.respond('posts.find-new', async () => {
      asked += 1
      await ended
      return { posts: [], total: 0 }
    })
    const listed = await list()
    end()
    expect(listed.map(({ newCount }) => newCount)).toEqual([null, null, null, null])
    expect(asked).toBeLessThan(searches.length)
  })

  test('can be queried for a single search', async () => {
    await answerCounts(0)
    await save({ search: PUNE })
    const find = (search: string) =>
      service.get(`/users/searches?${new URLSearchParams({ search })}`, ASHA.id).then((answer) => answer.json())
    expect(await find('?type=rent&city=poona&sort=price_asc')).toMatchObject([{ search: PUNE }])
    expect(await find('?type=buy&city=poona')).toEqual([])
    expect(await find('?type=steal')).toMatchObject({ code: 'BAD_REQUEST' })
  })
})

test('a change accepts only known fields', async () => {
  await answerCounts(0)
  const { id } = (await save({ search: PUNE })).json()
  expect((await change(id, { alert: 'daily' })).json()).toMatchObject({ alert: 'daily', search: PUNE })
  expect((await change(id, {})).json()).toMatchObject({ alert: 'daily' })
  for (const body of [{ alert: 'often' }, { search: '' }, { seenAt: '2000-01-01' }, { isSeen: false }])
    expect((await change(id, body)).statusCode, JSON.stringify(body)).toBe(400)
  expect((await remove(id)).statusCode).toBe(200)
  expect((await change(id, { alert: 'now' })).statusCode).toBe(404)
  expect((await remove(id)).statusCode).toBe(404)
})
