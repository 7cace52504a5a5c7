import type { SitemapPages } from '@aangan/contracts/sitemap'
import type { Store } from '@aangan/service-kit/store/store'
import type { Span } from '../search/by-time.ts'
import type { Search } from '../search/search.ts'

/** Listings on a page. A page that has been divided off keeps its own, less those removed: crawlers know it already. */
export const PAGE = 10_000
/** What is known serves all who ask for so long. */
const FRESH_MS = 600_000

interface BoundaryDoc {
  _id: string
  behind: { createdAt: string }
}

/** The pages of the sitemap: live listings from the oldest to the newest. Where each page begins is kept in the store. */
export function createSitemap(search: Pick<Search, 'divide'>, store: Store, now: () => Date) {
  const boundaries = store.collection<BoundaryDoc>('sitemap-boundaries')
  let known: Promise<SitemapPages> | null = null
  let freshUntil = 0

  /** The times after which the second page begins, and each further one. */
  async function times(): Promise<number[]> {
    const found = await boundaries.find({}, { sort: { _id: 1 } }).toArray()
    // Two processes may have divided a page at once, each otherwise.
    return found.map(({ behind }) => Date.parse(behind.createdAt)).sort((a, b) => a - b)
  }

  async function renew(): Promise<SitemapPages> {
    const kept = await times()
    const { more } = await search.divide(kept, PAGE)
    for (const [at, time] of more.entries()) {
      const behind = { createdAt: new Date(time).toISOString() }
      // Whoever sets it first is right, so that several processes agree.
      await boundaries.updateOne({ _id: nameOf(kept.length + at + 1) }, { $setOnInsert: { behind } }, { upsert: true })
    }
    const { newest } = await search.divide(await times(), PAGE)
    const pages = newest.map((time, at) => ({ name: nameOf(at), lastmod: time }))
    return { pages: pages.flatMap(({ name, lastmod }) => (lastmod === null ? [] : [{ name, lastmod: iso(lastmod) }])) }
  }

  return {
    /** Those that have anything on them: of an old one, everything may have been removed. */
    async pages(): Promise<SitemapPages> {
      if (known !== null && now().getTime() < freshUntil) return await known
      freshUntil = now().getTime() + FRESH_MS
      known = renew()
      known.catch(() => {
        known = null
      })
      return await known
    },

    /** What stands on a page; null for one that does not exist. The last one has no end. */
    async spanOf(name: string): Promise<Span | null> {
      const ends = [Number.NEGATIVE_INFINITY, ...(await times()), Number.POSITIVE_INFINITY]
      const at = ends.findIndex((_, index) => nameOf(index) === name)
      const [after, upTo] = [ends[at], ends[at + 1]]
      return after === undefined || upTo === undefined ? null : { after, upTo }
    },
  }
}

export type Sitemap = ReturnType<typeof createSitemap>

/** The first page is number 1. */
function nameOf(index: number): string {
  return String(index + 1).padStart(6, '0')
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
