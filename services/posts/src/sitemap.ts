import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { SitemapPages } from '@aangan/contracts/sitemap'
import type { Store } from '@aangan/service-kit/store/store'
import { LRUCache } from 'lru-cache'
import type { Search } from './search/search.ts'

/** Listings per page. Crawlers know the pages, so boundaries never move: removals only shrink a page. */
export const PAGE = 10_000
/** Crawlers come once a day; a listing removed meanwhile is 410. */
export const FRESH_MS = 600_000
/** Limit of the sitemap protocol; only the last page, until it is split, comes near. */
const MOST_LINES = 50_000
/** About 70 pages: the rest of a large site is computed again, one page at a time. */
const MOST_CACHED_BYTES = 10_000_000

const pack = promisify(gzip)

interface BoundaryDoc {
  _id: string
  behind: { createdAt: string }
}

interface Index extends SitemapPages {
  /** The times after which the second and later pages begin. */
  times: number[]
}

interface SitemapParts {
  search: Pick<Search, 'divide' | 'lines'>
  store: Store
  /** Monotonic; that of the process by default. */
  elapsedMs?: (() => number) | undefined
}

/** Pages of live listings, oldest first; their boundaries are stored. Concurrent readers share a computation. */
export function createSitemap({ search, store, elapsedMs = () => performance.now() }: SitemapParts) {
  const boundaries = store.collection<BoundaryDoc>('sitemap-boundaries')
  const caching = { ttl: FRESH_MS, ttlResolution: 0, perf: { now: elapsedMs } }
  const index = new LRUCache<'index', Index>({ ...caching, max: 1, fetchMethod: renew })
  const lines = new LRUCache<string, Buffer>({
    ...caching,
    maxSize: MOST_CACHED_BYTES,
    sizeCalculation: ({ length }) => length + 1,
    fetchMethod: (name) => linesOf(name),
  })

  async function times(): Promise<number[]> {
    const found = await boundaries.find({}, { sort: { _id: 1 } }).toArray()
    // Sorted, since two processes may have split a page at once, at different times.
    return found.map(({ behind }) => Date.parse(behind.createdAt)).sort((a, b) => a - b)
  }

  async function renew(): Promise<Index> {
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
    const all = await times()
    const { newest } = await search.divide(all, PAGE)
    const pages = newest.map((time, at) => ({ name: nameOf(at), lastmod: time }))
    return {
      times: all,
      pages: pages.flatMap(({ name, lastmod }) => (lastmod === null ? [] : [{ name, lastmod: iso(lastmod) }])),
    }
  }

  /** The last page has no end. */
  async function linesOf(name: string): Promise<Buffer | undefined> {
    const ends = [Number.NEGATIVE_INFINITY, ...(await index.forceFetch('index')).times, Number.POSITIVE_INFINITY]
    const at = ends.findIndex((_, page) => nameOf(page) === name)
    const [after, upTo] = [ends[at], ends[at + 1]]
    if (after === undefined || upTo === undefined) return undefined
    return await pack(await search.lines({ after, upTo }, MOST_LINES))
  }

  return {
    /** Omits pages whose listings were all removed. */
    async pages(): Promise<SitemapPages> {
      const { pages } = await index.forceFetch('index')
      return { pages }
    },

    /** One line per listing, `<id> <ISO time>`, compressed by gzip; null for an unknown page. */
    async lines(name: string): Promise<Buffer | null> {
      return (await lines.fetch(name)) ?? null
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
