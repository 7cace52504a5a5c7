import type { PostStatus } from '@aangan/contracts/post-constants'
import type { MapItem, Post } from '@aangan/contracts/posts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newListing } from './listing.ts'
import { FRESH_MS } from './sitemap.ts'
import { facts } from './testing/facts.ts'
import { sitemapOf } from './testing/found-suite.ts'
import { type Call, type Started, startPosts } from './testing/start.ts'

const ASHA = 'a'.repeat(24)
const RAVI = 'b'.repeat(24)
const ID = '1'.repeat(24)
const OTHER = '2'.repeat(24)
const UNKNOWN = 'f'.repeat(24)

let service: Started
beforeEach(async () => {
  service = await startPosts({})
  await service.posts.add([ID, OTHER].map((id) => newListing(facts(), { id, owner: ASHA, now: new Date() })))
})
afterEach(() => service.close())

function set(status: unknown, as: string | null = ASHA) {
  return service.call({ method: 'PUT', url: `/posts/${ID}`, body: { status }, as })
}

async function ids(url: string): Promise<string[]> {
  const found = (await service.get(url)).json<(Post | MapItem)[]>()
  return found.flatMap((one) => ('id' in one ? one.id : [])).sort()
}

/** Every way for a visitor to find a listing without its URL. */
async function found(): Promise<string[][]> {
  service.pass(FRESH_MS + 1)
  const lines = await sitemapOf(service).lines('000001')
  return [
    await ids('/posts'),
    await ids('/posts?city=Pune&sort=price_asc'),
    await ids('/posts?bbox=73,18,74,19'),
    await ids('/posts/map?bbox=-180,-90,180,90&zoom=3'),
    await ids(`/posts/${OTHER}/similar`),
    lines.map((line) => line.slice(0, 24)).sort(),
  ]
}

test.each<PostStatus>(['taken', 'unpublished'])(
  'a listing that is %s is found by no search until it is live again',
  async (status) => {
    const [both, other] = [[ID, OTHER], [OTHER]]
    expect(await found()).toEqual([both, both, both, both, [ID], both])
    const answer = await set(status)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ id: ID, status, latitude: '18.5590', city: 'Pune' })
    expect(await found()).toEqual([other, other, other, other, [], other])
    expect((await service.get('/posts/places?q=pune')).json()).toMatchObject([{ count: 1 }])
    await set('live')
    expect(await found()).toEqual([both, both, both, both, [ID], both])
  },
)

test('city counts follow', async () => {
  await set('taken')
  expect((await service.get('/posts/cities')).json()).toEqual([{ city: 'Pune', count: 1 }])
})

test('edits of hidden listings stay out of searches; relisted ones are found at their current place', async () => {
  await set('unpublished')
  const move = { postData: { city: 'Mumbai', latitude: '19.0760', longitude: '72.8777' } }
  await service.call({ method: 'PUT', url: `/posts/${ID}`, body: move, as: ASHA })
  expect(await ids('/posts?city=Mumbai')).toEqual([])
  await set('live')
  expect(await ids('/posts?city=Mumbai')).toEqual([ID])
  expect(await ids('/posts?city=Pune')).toEqual([OTHER])
})

test('concurrent status changes end in one of their states, and searches agree', async () => {
  const states: PostStatus[] = ['taken', 'live', 'unpublished', 'live', 'taken', 'unpublished', 'live', 'taken']
  const codes = (await Promise.all(states.map((status) => set(status)))).map(({ statusCode }) => statusCode)
  expect(new Set(codes)).toEqual(new Set([200]))
  const own = (await service.call({ method: 'GET', url: `/posts/${ID}`, as: ASHA })).json()
  expect(own.rev).toBe(1 + states.length)
  expect((await ids('/posts')).includes(ID)).toBe(own.status === 'live')
  expect((await ids('/posts?city=Pune')).includes(ID)).toBe(own.status === 'live')
})

test.each(['sold', '', null, 7, ['taken']])('%j is not a status', async (status) => {
  const answer = await set(status)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toContain('status')
  expect((await service.get(`/posts/${ID}`)).json()).toMatchObject({ status: 'live', rev: 1 })
})

describe('a taken listing', () => {
  beforeEach(() => set('taken'))

  test('keeps its page and its similar homes', async () => {
    expect((await service.get(`/posts/${ID}`)).json()).toMatchObject({ id: ID, status: 'taken' })
    expect(await ids(`/posts/${ID}/similar`)).toEqual([OTHER])
    const asked = { ids: [ID, OTHER] }
    expect(await service.bus.request('posts.find-many', asked, { timeoutMs: 5_000 })).toHaveLength(2)
    expect((await service.bus.request('posts.find-details', asked, { timeoutMs: 5_000 })).posts).toHaveLength(2)
  })

  test('can be changed only by its owner', async () => {
    expect((await set('live', RAVI)).statusCode).toBe(403)
    expect((await set('live', null)).statusCode).toBe(401)
    expect((await service.call({ method: 'DELETE', url: `/posts/${ID}`, as: RAVI })).statusCode).toBe(403)
  })
})

describe('an unpublished listing', () => {
  beforeEach(() => set('unpublished'))

  const calls: Omit<Call, 'url'>[] = [
    { method: 'GET' },
    { method: 'PUT', body: { status: 'live' } },
    { method: 'DELETE' },
  ]
  const below: (Omit<Call, 'url'> & { path: string })[] = [
    ...calls.map((call) => ({ ...call, path: '' })),
    { method: 'GET', path: '/similar' },
    { method: 'POST', path: '/reports', body: { reason: 'fraud' } },
  ]

  test.each(below)('looks nonexistent to others: $method $path', async ({ path, ...call }) => {
    for (const as of [RAVI, null]) {
      const [hidden, unknown] = [
        await service.call({ ...call, url: `/posts/${ID}${path}`, as }),
        await service.call({ ...call, url: `/posts/${UNKNOWN}${path}`, as }),
      ]
      const of = ({ statusCode, json }: typeof hidden) => ({ statusCode, ...json(), requestId: '' })
      expect(of(hidden)).toEqual(of(unknown))
      expect(hidden.statusCode).toBe(as === null && (call.method === 'PUT' || call.method === 'DELETE') ? 401 : 404)
    }
  })

  test('is visible to its owner, who can republish or delete it', async () => {
    const asOwner = (method: Call['method'], path = '') =>
      service.call({ method, url: `/posts/${ID}${path}`, as: ASHA })
    expect((await asOwner('GET')).json()).toMatchObject({ id: ID, status: 'unpublished' })
    expect((await asOwner('GET', '/similar')).json()).toMatchObject([{ id: OTHER }])
    expect((await asOwner('DELETE')).statusCode).toBe(200)
    expect((await asOwner('GET')).json()).toMatchObject({ code: 'GONE' })
  })

  test('is returned to other services only among its owner’s listings', async () => {
    const patience = { timeoutMs: 5_000 }
    const asked = { ids: [ID, OTHER] }
    expect(await service.bus.request('posts.find-many', asked, patience)).toMatchObject([{ id: OTHER }])
    expect(await service.bus.request('posts.find-details', asked, patience)).toMatchObject({
      posts: [{ id: OTHER }],
      rest: [],
    })
    const as = service.signIn.identityAt('users', ASHA)
    const { posts: own } = await service.bus.request('posts.of-owner', { skip: 0 }, { ...patience, as })
    expect(own.map(({ status }) => status).sort()).toEqual(['live', 'unpublished'])
  })
})
