import type { SitemapPages } from '@aangan/contracts/sitemap'
import type { Parts } from '@aangan/service-kit/parts'
import { type Boundary, isBehind, type SitemapStore } from './store.ts'

/** Listings on a page. A page that has been divided off keeps its own, less those removed: crawlers know it already. */
export const PAGE = 10_000
/** So many are read at a time. */
export const PIECE = 100
/** What is known serves all who ask for so long; then it is renewed beside them. */
const FRESH_MS = 600_000

export interface Sitemap {
  pages(): Promise<SitemapPages>
  /** Waits for what is in hand. */
  stop(): Promise<void>
}

/**
 * Knows the pages of the sitemap. Where they begin is kept in the store and found out, beside whoever asks, only for the
 * listings that came since: nobody waits for a million to be counted.
 */
export function createSitemap(store: SitemapStore, { now, log }: Pick<Parts, 'now' | 'log'>): Sitemap {
  let known: SitemapPages | null = null
  let freshUntil = 0
  let stopped = false
  let renewal: Promise<void> | null = null

  async function renew(): Promise<void> {
    try {
      let isMore = true
      while (!stopped && isMore) isMore = await divideLast(store)
      known = { complete: !stopped, pages: await describe(store) }
      freshUntil = now().getTime() + FRESH_MS
    } catch (error) {
      // The next who asks has it tried again; until then, what was known still holds.
      log.error({ err: error }, 'the pages of the sitemap could not be renewed')
    } finally {
      renewal = null
    }
  }

  return {
    async pages() {
      known ??= { complete: false, pages: await describe(store) }
      if (!stopped && now().getTime() >= freshUntil) renewal ??= renew()
      return known
    },
    async stop() {
      stopped = true
      await renewal
    },
  }
}

/** Divides the last page where it is full and something lies behind; false where there is nothing to divide. */
async function divideLast(store: SitemapStore): Promise<boolean> {
  const last = (await store.boundaries()).at(-1)
  let position = last?.behind ?? null
  for (let read = 0; read < PAGE; read += PIECE) {
    const piece = await store.behind(position, PIECE)
    if (piece.length < PIECE) return false
    position = piece.at(-1) ?? null
  }
  if (position === null || (await store.behind(position, 1)).length === 0) return false
  await store.divide(nameOf(Number(last?.name ?? FIRST) + 1), position)
  return true
}

/** The pages that have anything on them: of an old one, everything may have been removed. */
async function describe(store: SitemapStore): Promise<SitemapPages['pages']> {
  const boundaries = [{ name: FIRST, behind: null }, ...(await store.boundaries())]
  const pages: SitemapPages['pages'] = []
  for (const [index, { name, behind }] of boundaries.entries()) {
    const newest = await store.newestUpTo(boundaries[index + 1]?.behind ?? null)
    if (newest !== null && isBehind(newest, behind)) pages.push({ name, lastmod: newest.createdAt })
  }
  return pages
}

const FIRST = nameOf(1)

function nameOf(number: number): string {
  return String(number).padStart(6, '0')
}

/** Where a page begins and ends; null for a page that does not exist. The last one has no end. */
export async function boundsOf(
  store: SitemapStore,
  name: string,
): Promise<{ behind: Boundary['behind']; end: Boundary['behind'] } | null> {
  const next = nameOf(Number(name) + 1)
  const found = await store.boundaries([name, next])
  const own = found.find((boundary) => boundary.name === name)
  if (!own && name !== FIRST) return null
  return { behind: own?.behind ?? null, end: found.find((boundary) => boundary.name === next)?.behind ?? null }
}
