import type { SitemapPages } from '@aangan/contracts/sitemap'
import type { Store } from '@aangan/service-kit/store/store'
import type { Span } from './search/by-time.ts'
import type { Search } from './search/search.ts'

/** Listings per page. Crawlers know the pages, so boundaries never move: removals only shrink a page. */
export const PAGE = 10_000
const FRESH_MS = 600_000

interface BoundaryDoc {
  _id: string
  behind: { createdAt: string }
}

/** Pages of live listings, oldest first; their boundaries are stored. */
export function createSitemap(search: Pick<Search, 'divide'>, store: Store, now: () => Date) {
  const boundaries = store.collection<BoundaryDoc>('sitemap-boundaries')
  let known: Promise<SitemapPages> | null = null
  let freshUntil = 0

  /** Boundaries: the times after which the second and later pages begin. */
  async function times(): Promise<number[]> {
    const found = await boundaries.find({}, { sort: { _id: 1 } }).toArray()
    // Sorted, since two processes may have split a page at once, at different times.
    return found.map(({ behind }) => Date.parse(behind.createdAt)).sort((a, b) => a - b)
  }

  async function renew(): Promise<SitemapPages> {
    const stored = await times()
    const { more } = await search.divide(stored, PAGE)
    for (const [at, time] of more.entries()) {
      const behind = { createdAt: new Date(time).toISOString() }
      // The first write wins, so that all processes agree.
      await boundaries.updateOne(
        { _id: nameOf(stored.length + at + 1) },
        { $setOnInsert: { behind } },
        { upsert: true },
      )
    }
    const { newest } = await search.divide(await times(), PAGE)
    const pages = newest.map((time, at) => ({ name: nameOf(at), lastmod: time }))
    return { pages: pages.flatMap(({ name, lastmod }) => (lastmod === null ? [] : [{ name, lastmod: iso(lastmod) }])) }
  }

  return {
    /** Omits pages whose listings were all removed. */
    async pages(): Promise<SitemapPages> {
      if (known !== null && now().getTime() < freshUntil) return await known
      freshUntil = now().getTime() + FRESH_MS
      known = renew()
      known.catch(() => {
        known = null
      })
      return await known
    },

    /** Null for an unknown page. The last page has no end. */
    async spanOf(name: string): Promise<Span | null> {
      const ends = [Number.NEGATIVE_INFINITY, ...(await times()), Number.POSITIVE_INFINITY]
      const at = ends.findIndex((_, index) => nameOf(index) === name)
      const [after, upTo] = [ends[at], ends[at + 1]]
      return after === undefined || upTo === undefined ? null : { after, upTo }
    },
  }
}

export type Sitemap = ReturnType<typeof createSitemap>

function nameOf(index: number): string {
  return String(index + 1).padStart(6, '0')
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
