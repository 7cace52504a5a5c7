import { randomBytes } from 'node:crypto'
import type { SitemapPages } from '@aangan/contracts/sitemap'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ListingDoc, type ListingFacts, newListing } from '../listing.ts'
import { createSitemap, FRESH_MS } from '../sitemap.ts'
import { facts } from './facts.ts'
import { randomFrom, randomMarket } from './random-listings.ts'
import { type Started, startPosts, usePosts } from './start.ts'

/** Sitemap and bus requests, on the store at `storeUrl`. */
export function describeFound(storeUrl: () => Promise<string | undefined>): void {
  describe('GET /posts/sitemap', () => describeSitemap(storeUrl))
  describe('a request on the bus', () => describeQuestions(storeUrl))
}

const newId = () => randomBytes(12).toString('hex')

function newHome(changes: Partial<ListingFacts> = {}, owner = newId(), now = new Date()): ListingDoc {
  return newListing(facts(changes), { id: newId(), owner, now })
}

export function sitemapOf(service: Pick<Started, 'get'>) {
  return {
    pages: async () => (await service.get('/posts/sitemap')).json<SitemapPages>(),
    async lines(page: string): Promise<string[]> {
      const answer = await service.get(`/posts/sitemap/${page}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.body.split('\n').slice(0, -1)
    },
  }
}

function describeSitemap(storeUrl: () => Promise<string | undefined>): void {
  async function started(listings: ListingDoc[] = []) {
    const service = await startPosts({ storeUrl: await storeUrl(), listings })
    onTestFinished(() => service.close())
    return { service, ...sitemapOf(service) }
  }

  test('contains every live listing once, oldest first, with its time', async () => {
    const documents = randomMarket(250, randomFrom(3))
    const { pages, lines } = await started(documents)
    expect((await pages()).pages.map(({ name }) => name)).toEqual(['000001'])
    const expected = documents
      .filter(({ status }) => status === 'live')
      .map(({ _id, createdAt }) => ({ _id, createdAt }))
      .sort((a, b) => (a.createdAt === b.createdAt ? (a._id < b._id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1))
    expect(await lines('000001')).toEqual(expected.map(({ _id, createdAt }) => `${_id} ${createdAt}`))
  })

  test('includes a new listing, and drops a removed one, after ten minutes', async () => {
    const { service, pages, lines } = await started()
    const [first, later] = [newHome(), newHome()]
    await service.posts.add([first])
    const idsOf = async () => (await lines('000001')).map((line) => line.split(' ')[0])
    expect(await idsOf()).toEqual([first._id])
    await pages()
    await service.posts.add([later])
    await service.call({ method: 'DELETE', url: `/posts/${first._id}`, as: first.userId })
    expect(await idsOf()).toEqual([first._id])
    service.pass(FRESH_MS + 1)
    expect(await idsOf()).toEqual([later._id])
  })

  test('computes a page once for all who ask at a time, and until it is stale', async () => {
    const { service } = await started([newHome()])
    let computed = 0
    const search = {
      divide: service.search.divide,
      lines: async (...asked: Parameters<typeof service.search.lines>) => {
        computed += 1
        return await service.search.lines(...asked)
      },
    }
    const sitemap = createSitemap({ search, store: service.store, elapsedMs: () => service.now().getTime() })
    const asked = await Promise.all(Array.from({ length: 20 }, () => sitemap.lines('000001')))
    expect(new Set(asked).size).toBe(1)
    await sitemap.lines('000001')
    expect(computed).toBe(1)
    service.pass(FRESH_MS + 1)
    await sitemap.lines('000001')
    expect(computed).toBe(2)
  })

  test('has no pages without listings', async () => {
    const { pages, lines } = await started()
    expect((await pages()).pages).toEqual([])
    expect(await lines('000001')).toEqual([])
  })

  test('gives the time of its newest listing', async () => {
    const now = new Date('2026-05-06T07:08:09.000Z')
    const { pages } = await started([newHome({}, newId(), now)])
    expect((await pages()).pages).toEqual([{ name: '000001', lastmod: now.toISOString() }])
  })

  describe('refuses', () => {
    const service = usePosts(async () => ({ storeUrl: await storeUrl() }))

    test.each(['0', '000002', '1', '0000001', '-00001', 'abcdef', '__proto__', '000001.xml'])(
      'page %s',
      async (page) => {
        const answer = await service().get(`/posts/sitemap/${page}`)
        expect([400, 404]).toContain(answer.statusCode)
        expect(answer.json().message).toMatch(/./)
      },
    )
  })
}

function describeQuestions(storeUrl: () => Promise<string | undefined>): void {
  const service = usePosts(async () => ({ storeUrl: await storeUrl() }))
  const PATIENCE = { timeoutMs: 20_000 }

  describe('posts.find-many', () => {
    const find = (ids: unknown) => service().bus.request('posts.find-many', { ids: ids as string[] }, PATIENCE)

    test('returns the public fields and the revision; omits unknown ids', async () => {
      const owner = newId()
      const [one, two] = [newHome({ title: 'One' }, owner), newHome({ title: 'Two' }, owner)]
      await service().posts.add([one, two])
      await service().call({ method: 'DELETE', url: `/posts/${two._id}`, as: owner })
      const found = await find([one._id, two._id, newId()])
      expect(found).toEqual([{ ...(await service().get('/posts')).json()[0], rev: 1 }])
      expect(found[0]).toMatchObject({ id: one._id, title: 'One' })
    })

    test.each([
      ['no list', 'x'],
      ['what is no id', ['x']],
      ['an operator', [{ $ne: null }]],
      ['too many', Array.from({ length: 501 }, newId)],
    ])('refuses %s', async (_what, ids) => {
      await expect(find(ids)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    })
  })

  describe('posts.find-new', () => {
    const city = 'Kochi'
    const find = (search: string, since: string, limit = 2, after?: string) =>
      service().bus.request('posts.find-new', { search, since, limit, ...(after && { after }) }, PATIENCE)

    test('returns and counts what was published since, latest first', async () => {
      const at = (day: string, changes: Partial<ListingFacts> = {}) =>
        newHome({ title: day, city, ...changes }, newId(), new Date(`2026-03-${day}`))
      const made = [at('01'), at('02'), at('03'), at('04'), at('05', { type: 'rent' }), at('06')]
      await service().posts.add(made)
      const last = made.at(-1)
      const body = { status: 'taken' }
      await service().call({ method: 'PUT', url: `/posts/${last?._id}`, body, as: last?.userId ?? '' })
      const since = made[0]?.createdAt ?? ''
      // Sort, limit and cursor are not part of the search.
      const { posts, total } = await find(`?city=kochi&type=buy&sort=price_asc&limit=1&x=y`, since)
      expect(posts.map(({ title }) => title)).toEqual(['04', '03'])
      expect(total).toBe(3)
      expect(posts[0]).toEqual((await service().get(`/posts?city=${city}&type=buy&limit=1`)).json()[0])
      expect(await find('city=kochi', new Date('2026-04-01').toISOString())).toEqual({ posts: [], total: 0 })
    })

    test('finds nothing while no home is at a place that the search names', async () => {
      const since = '2026-01-01T00:00:00.000Z'
      const only = newHome({ city: 'Kanpur', address: 'Kakadeo, Kanpur' })
      await service().posts.add([only, newHome({ city: 'Kanpur', address: 'Swaroop Nagar, Kanpur' })])
      expect(await find('city=Kakadeo, Kanpur', since)).toMatchObject({ total: 1 })
      await service().call({ method: 'DELETE', url: `/posts/${only._id}`, as: only.userId })
      for (const city of ['Kakadeo, Kanpur', '2bhk in Kakadeo'])
        expect(await find(`city=${city}`, since), city).toEqual({ posts: [], total: 0 })
    })

    test('counts up to 100', async () => {
      await service().posts.add(Array.from({ length: 105 }, () => newHome({ city: 'Surat' })))
      const { posts, total } = await find('city=Surat', '2026-01-01T00:00:00.000Z', 5)
      expect([posts.length, total]).toEqual([5, 100])
    })

    test('returns as many as a message holds, and counts all', async () => {
      const images = Array.from({ length: 50 }, (_, at) => `https://example.com/${at}?${'x'.repeat(1_950)}`)
      // As releases before the limit of pictures stored them.
      const large = () => ({ ...newHome({ city: 'Bhopal' }), images, alts: images.map(() => '') })
      await service().posts.add(Array.from({ length: 12 }, large))
      const first = await find('city=Bhopal', '2026-01-01T00:00:00.000Z', 30)
      expect([first.posts.length, first.total]).toEqual([8, 12])
      const rest = await find('city=Bhopal', '2026-01-01T00:00:00.000Z', 30, first.next)
      expect([rest.posts.length, rest.next]).toEqual([4, undefined])
    })

    test('returns page after page', async () => {
      await service().posts.add(Array.from({ length: 5 }, () => newHome({ city: 'Nashik' })))
      const found: string[] = []
      let next: string | undefined
      do {
        const page = await find('city=Nashik', '2026-01-01T00:00:00.000Z', 2, next)
        found.push(...page.posts.map(({ id }) => id))
        next = page.next
      } while (next)
      expect([found.length, new Set(found).size]).toEqual([5, 5])
      await expect(find('city=Nashik', '2026-01-01T00:00:00.000Z', 2, 'x')).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      })
    })

    test.each([
      ['type=steal', '2026-01-01T00:00:00.000Z'],
      ['minPrice=9&maxPrice=3', '2026-01-01T00:00:00.000Z'],
      ['type=buy&type=rent', '2026-01-01T00:00:00.000Z'],
      ['city=Pune', 'yesterday'],
      ['city=Pune', ''],
    ])('refuses %s since %s', async (search, since) => {
      await expect(find(search, since)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    })
  })

  test('posts.count-live counts the live listings of each user', async () => {
    const [many, none, unknown] = [newId(), newId(), newId()]
    const made = [newHome({}, many), newHome({}, many), newHome({}, many), newHome({}, none)]
    await service().posts.add(made)
    for (const [at, status] of [
      [2, 'taken'],
      [3, 'unpublished'],
    ] as const) {
      const { _id = '', userId = '' } = made[at] ?? {}
      await service().call({ method: 'PUT', url: `/posts/${_id}`, body: { status }, as: userId })
    }
    const { bus } = service()
    const counts = await bus.request('posts.count-live', { userIds: [many, none, unknown] }, PATIENCE)
    expect(counts).toEqual({ [many]: 2, [none]: 0, [unknown]: 0 })
    const wrong = bus.request('posts.count-live', { userIds: ['x'] }, PATIENCE)
    await expect(wrong).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('posts.of-owner returns the listings of a user with details, latest first', async () => {
    const [owner, other] = [newId(), newId()]
    const made = (title: string, whose: string, at: string) => newHome({ title }, whose, new Date(at))
    await service().posts.add([
      made('Old', owner, '2026-01-01'),
      made('New', owner, '2026-02-01'),
      made('Other', other, '2026-03-01'),
    ])
    const { bus, get, signIn } = service()
    const as = signIn.identityAt('users', owner)
    const { posts: found, more } = await bus.request('posts.of-owner', { skip: 0 }, { ...PATIENCE, as })
    expect(more).toBe(false)
    expect(found.map(({ title }) => title)).toEqual(['New', 'Old'])
    expect(found[0]?.postDetail.desc).toBe((await get(`/posts/${found[0]?.id}`)).json().postDetail.desc)
    const ids = found.map(({ id }) => id)
    const details = found.map(({ views: _, ...post }) => post)
    expect(await bus.request('posts.find-details', { ids }, PATIENCE)).toEqual({ posts: details, rest: [] })
  })

  test('listings that are too large for one message come in several', async () => {
    const owner = newId()
    const desc = `<p>${'घर '.repeat(6_000)}</p>`
    const homes = Array.from({ length: 60 }, (_, at) => newHome({ desc, title: `Home ${at}` }, owner, new Date(at)))
    await service().posts.add(homes)
    const { bus, signIn } = service()
    const asOwner = { ...PATIENCE, as: signIn.identityAt('users', owner) }
    const own = await bus.request('posts.of-owner', { skip: 0 }, asOwner)
    expect(own.more).toBe(true)
    const others = await bus.request('posts.of-owner', { skip: own.posts.length }, asOwner)
    const ids = homes.map(({ _id }) => _id).reverse()
    expect([...own.posts, ...others.posts].map(({ id }) => id)).toEqual(
      ids.slice(0, own.posts.length + others.posts.length),
    )
    const first = await bus.request('posts.find-details', { ids }, PATIENCE)
    expect([...first.posts.map(({ id }) => id), ...first.rest]).toEqual(ids)
    expect(first.posts.length).toBe(own.posts.length)
  })
}
