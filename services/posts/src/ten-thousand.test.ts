import { expect, onTestFinished, test } from 'vitest'
import type { ListingDoc } from './listing.ts'
import { newListing } from './listing.ts'
import { FRESH_MS, PAGE } from './sitemap.ts'
import { facts } from './testing/facts.ts'
import { sitemapOf } from './testing/found-suite.ts'
import { startPosts } from './testing/start.ts'

/** Fills one sitemap page. */
const MANY = 10_000
const MORE = 300

/** Five share each time: those of the boundary stay on one page. */
function homes(count: number): ListingDoc[] {
  const now = new Date('2026-01-01T00:00:00.000Z')
  const template = newListing(facts(), { id: '0'.repeat(24), owner: 'a'.repeat(24), now })
  return Array.from({ length: count }, (_, at) => ({
    ...template,
    _id: at.toString(16).padStart(24, '0'),
    createdAt: new Date(now.getTime() + Math.floor((at + 3) / 5)).toISOString(),
  }))
}

test('ten thousand listings are counted exactly and fill a sitemap page', { timeout: 240_000 }, async () => {
  expect(PAGE).toBe(MANY)
  const listings = homes(MANY + MORE)
  const service = await startPosts({ listings: listings.slice(0, MANY) })
  onTestFinished(() => service.close())
  const { pages, lines } = sitemapOf(service)
  const total = async (query: string) => (await service.get(`/posts?limit=1${query}`)).headers['x-total-count']
  const queries = ['', '&city=Pune', '&type=buy&city=pune', '&city=Baner Road', '&bbox=73,18,74,19']
  const totals = () => Promise.all(queries.map(total))

  expect(await totals()).toEqual(queries.map(() => '10000'))
  expect((await pages()).pages).toMatchObject([{ name: '000001' }])

  await service.posts.add(listings.slice(MANY))
  expect(await totals()).toEqual(queries.map(() => String(MANY + MORE)))
  expect(await lines('000001')).toHaveLength(MANY + MORE)

  service.pass(FRESH_MS + 1)
  expect((await pages()).pages).toHaveLength(2)
  const [first, second] = [await lines('000001'), await lines('000002')]
  expect([first.length, second.length]).toEqual([MANY + 2, MORE - 2])
  expect([...first, ...second].map((line) => line.slice(0, 24))).toEqual(listings.map(({ _id }) => _id))
})
