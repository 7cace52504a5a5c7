import { setImmediate as breathe } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { AppError } from '@aangan/service-kit/errors'
import type { Upstream } from '@aangan/service-kit/upstream'
import { LRUCache } from 'lru-cache'
import { failed, LIMIT_MS } from './listings.ts'
import { URLSET } from './xml.ts'

const FRESH_MS = 600_000
/** About 40 pages of 10,000 listings. */
const MOST_CACHED_BYTES = 10_000_000
/** Lines between two turns of the event loop: about a millisecond. */
const SLICE = 1_000

const pack = promisify(gzip)

export interface ListingSitemaps {
  /** The XML, compressed by gzip. Throws NOT_FOUND for an unknown page, UPSTREAM_FAILED for half of one. */
  get(page: string, origin: string): Promise<Buffer>
}

/** Concurrent readers share a computation: it takes 12 ms of processor time, and more in posts. */
export function createListingSitemaps(posts: Upstream): ListingSitemaps {
  const cached = new LRUCache<string, Buffer, { page: string; origin: string }>({
    ttl: FRESH_MS,
    maxSize: MOST_CACHED_BYTES,
    sizeCalculation: ({ length }) => length,
    fetchMethod: async (_key, _stale, { context: { page, origin } }) =>
      await pack(await toXml(await linesOf(posts, page), origin)),
  })
  return { get: (page, origin) => cached.forceFetch(`${page} ${origin}`, { context: { page, origin } }) }
}

async function linesOf(posts: Upstream, page: string): Promise<string[]> {
  const { status, body } = await posts.get(`/posts/sitemap/${page}`, { timeoutMs: LIMIT_MS })
  if (status === 404) throw new AppError('NOT_FOUND', 'There is no such sitemap')
  if (status !== 200) throw failed(`/posts/sitemap/${page} returned ${status}; expected 200 or 404`)
  return body.toString('latin1').split('\n').slice(0, -1)
}

async function toXml(lines: string[], origin: string): Promise<string> {
  let xml = URLSET.head
  for (let from = 0; from < lines.length; from += SLICE) {
    const entries = lines.slice(from, from + SLICE).map((line) => line.split(' '))
    xml += entries.map(([id = '', lastmod]) => URLSET.entry({ url: `${origin}/${id}`, lastmod })).join('')
    await breathe()
  }
  return xml + URLSET.foot
}
