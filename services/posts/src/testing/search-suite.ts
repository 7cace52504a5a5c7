import { FILTER_NAMES, type FilterName } from '@aangan/contracts/post-filters'
import type { Post, PostsQuery } from '@aangan/contracts/posts'
import { describe, expect, test } from 'vitest'
import { changedListing, type ListingDoc } from '../listing.ts'
import { OFF_MARKET, randomFrom, randomListings } from './random-listings.ts'
import { randomQueries } from './random-queries.ts'
import { reference } from './reference.ts'
import type { Filled } from './start.ts'

/** A point that many random listings share. */
const SPOT = '77.594562,12.971598,77.594562,12.971598'
const FILTERS: Record<FilterName | 'bbox', string[]> = {
  type: ['buy', 'rent'],
  city: ['Pune', 'bombay', ' NAVI  mumbai', 'Atlantis', 'gandhi nagar', 'Lake View, Poona'],
  // Of the place in `city`, and nothing without one.
  within: ['4', '15'],
  property: ['land', 'apartment'],
  bedroom: ['0', '2', '3', '99', '2,3', '4+', '0,3+'],
  minSize: ['1800'],
  furnishing: ['furnished', 'unfurnished,furnished'],
  days: ['200', '365'],
  minPrice: ['250000', '499000'],
  maxPrice: ['260000', '3000'],
  // A town, a part of it, a point, the whole country, nowhere, and the far side of the world.
  bbox: ['73.6,18.3,74.1,18.8', '72.85,19,72.9,19.2', SPOT, '68,6,98,37', '0,0,1,1', '170,-90,-170,90'],
}
const SORTS = ['newest', 'price_asc', 'price_desc']

function urlOf(query: PostsQuery): string {
  return `/posts?${new URLSearchParams({ ...query })}`
}

/** Every value of every filter, alone and with every value of every other one. */
function filtersToTry({ inPairs }: { inPairs: boolean }): PostsQuery[] {
  const single = Object.entries(FILTERS).flatMap(([name, values]) => values.map((value) => ({ name, value })))
  const pairs = (inPairs ? single : []).flatMap((a, at) =>
    single.slice(at + 1).flatMap((b) => (a.name === b.name ? [] : [[a, b]])),
  )
  return [...single.map((one) => [one]), ...pairs]
    .map((some) => Object.fromEntries(some.map(({ name, value }) => [name, value])) as PostsQuery)
    .filter(({ minPrice = '0', maxPrice = '1000000000' }) => Number(minPrice) <= Number(maxPrice))
}

/** Modifies the listings of `service`. */
export function describeSearch({ listings: stored, service }: Filled): void {
  describe('search', { timeout: 60_000 }, () => {
    const random = randomFrom(20_261_120)
    const listings = [...stored]
    const count = stored.length

    async function page(url: string): Promise<{ ids: string[]; total: string; next: string | null }> {
      const answer = await service().get(url)
      expect(answer.statusCode, answer.body).toBe(200)
      const link = answer.headers.link
      const next = link === undefined ? null : /^<(\/posts\?[^>]+)>; rel="next"$/.exec(String(link))?.[1]
      expect(next, `link ${link}`).not.toBeUndefined()
      const ids = answer.json<Post[]>().map(({ id }) => id)
      return { ids, total: String(answer.headers['x-total-count']), next: next ?? null }
    }

    async function allPages(url: string, between?: () => Promise<void>): Promise<string[]> {
      const ids: string[] = []
      for (let next: string | null = url; next !== null; ) {
        const got: Awaited<ReturnType<typeof page>> = await page(next)
        ids.push(...got.ids)
        expect(ids.length, 'listings on all pages so far').toBeLessThan(3 * count)
        next = got.next
        await between?.()
      }
      return ids
    }

    test.each(SORTS)(
      'every filter finds what it should, by %s, and the newest with every other filter',
      async (sort) => {
        for (const filters of filtersToTry({ inPairs: sort === 'newest' })) {
          const query = { ...filters, sort, limit: '7' }
          const expected = reference(listings, query)
          const got = await page(urlOf(query))
          const first = expected.slice(0, 7).map(({ _id }) => _id)
          expect({ query, ids: got.ids, total: got.total }, 'the index, against reference.ts').toEqual({
            query,
            ids: first,
            total: String(expected.length),
          })
        }
      },
    )

    test('every filter leaves something out', () => {
      for (const name of FILTER_NAMES) {
        const others = name === 'within' ? { city: 'Pune' } : {}
        const all = reference(listings, others).length
        const counts = FILTERS[name].map((value) => reference(listings, { ...others, [name]: value }).length)
        expect([name, counts.some((found) => found > 0 && found < all)]).toEqual([name, true])
      }
    })

    async function expectAsReference(query: PostsQuery): Promise<void> {
      const expected = reference(listings, query)
      const limit = Number(query.limit)
      const { ids, total, next } = await page(urlOf(query))
      const first = expected.slice(0, limit).map(({ _id }) => _id)
      expect({ query, ids, total }).toEqual({ query, ids: first, total: String(expected.length) })
      if (next === null) return
      const second = expected.slice(limit, 2 * limit).map(({ _id }) => _id)
      expect({ query, ids: (await page(next)).ids }).toEqual({ query, ids: second })
    }

    test('any filters find what they should', async () => {
      for (const query of randomQueries(listings, count / 12, random)) await expectAsReference(query)
    })

    test.each(SORTS)('pages by %s cover everything, without repeats or gaps', async (sort) => {
      const queries: PostsQuery[] = [
        { sort, limit: '500' },
        { sort, limit: '97', type: 'rent' },
        { sort, limit: '53', city: 'Pune', bedroom: '2' },
        { sort, limit: '41', property: 'house', minPrice: '100000', maxPrice: '400000' },
        { sort, limit: '10', city: 'Kochi', type: 'buy', property: 'land' },
        { sort, limit: '31', bbox: '72.7,18.3,74.1,19.3', property: 'condo' },
        { sort, limit: '29', bbox: SPOT },
        { sort, limit: '61', city: 'Gandhi Nagar' },
        { sort, limit: '23', city: 'Gandhi Nagar, Kochi', type: 'rent' },
        { sort, limit: '1', city: 'Kochi', minPrice: '100000', maxPrice: '110000' },
      ]
      for (const query of queries) {
        const expected = reference(listings, query).map(({ _id }) => _id)
        expect(await allPages(urlOf(query))).toEqual(expected)
      }
    })

    test('a cursor of other prices cannot reach outside the range', async () => {
      const cheap = await page(urlOf({ sort: 'price_asc', limit: '20' }))
      const after = new URLSearchParams(cheap.next?.split('?')[1]).get('after') ?? ''
      const query = { sort: 'price_asc', minPrice: '400000', limit: '500' }
      const ids = (await page(urlOf({ ...query, after }))).ids
      expect(ids).toEqual(
        reference(listings, query)
          .slice(0, 500)
          .map(({ _id }) => _id),
      )
    })

    test('the next page keeps every filter', async () => {
      const query = { type: 'rent', city: 'Dombey & Sons', sort: 'price_asc', limit: '2' }
      expect((await page(urlOf({ ...query, city: 'bombay' }))).next).toContain(
        'type=rent&city=bombay&sort=price_asc&limit=2&after=',
      )
      expect((await page(urlOf(query))).next).toBeNull()
    })

    // These change what is stored, so they come last.
    test('any filters find what they should once listings went off the market and came back', async () => {
      const queries = randomQueries(listings, count / 50, random)
      const half = 100
      const flipping = [...listings.slice(0, half), ...listings.slice(-half)]
      // At once, so that they share commits.
      const flip = async (flipped: ListingDoc, at: number) => {
        const status = flipped.status === 'live' ? OFF_MARKET[at % OFF_MARKET.length] : 'live'
        const changed = await service().posts.change(flipped._id, (current) => changedListing(current, { status }))
        if (changed !== null) listings[listings.indexOf(flipped)] = changed
      }
      await Promise.all(flipping.map(flip))
      for (const query of [...randomQueries(flipping.slice(0, half), count / 50, random), ...queries]) {
        await expectAsReference(query)
      }
    })

    test.each(SORTS)('paging by %s returns unchanged listings once while others come and go', async (sort) => {
      const before = [...listings]
      const gone = new Set<string>()
      const churn = async () => {
        const added = randomListings(10, random)
        await service().posts.add(added)
        listings.push(...added)
        const removed = added.flatMap(() => listings.splice(Math.floor(random() * listings.length), 1))
        for (const { _id } of removed) gone.add(_id)
        await Promise.all(removed.map(({ _id }) => service().posts.remove(_id, new Date())))
      }
      const ids = await allPages(urlOf({ sort, limit: '250' }), churn)
      expect(new Set(ids).size).toBe(ids.length)
      const stayed = reference(before, { sort })
        .map(({ _id }) => _id)
        .filter((id) => !gone.has(id))
      const known = new Set(stayed)
      expect(ids.filter((id) => known.has(id))).toEqual(stayed)
    })
  })
}
