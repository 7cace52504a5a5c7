import { atMost } from '@aangan/service-kit/at-most'
import { entityTag } from '@aangan/service-kit/entity-tag'
import { addGauges, addLabelledCounter } from '@aangan/service-kit/metrics'
import { type Encoding, packAll } from '@aangan/service-kit/packing'
import type { Parts } from '@aangan/service-kit/parts'
import { LRUCache } from 'lru-cache'
import type { PageMeta } from './meta/page-meta.ts'

export interface Page {
  body: string | Buffer
  /** Null if it is not compressed: its gateway then does it. */
  encoding: Encoding | null
  etag: string
  status: PageMeta['status']
  /** Of its inline styles, for its policy. */
  styleHashes: string
}

interface MadePage {
  page: Page
  /** Whether the next page of the same would be no better. */
  isComplete: boolean
}

/** Times in a page are relative to now, so they may be so much older. */
const KEPT_MS = 30_000
const MOST_BYTES = 32_000_000
const MOST_SEEN = 10_000

/**
 * Makes a page, unless there is one of the same facts, which are all that a page is made of. So a page is never older than
 * its data. Pages that are asked for only once, such as those of made-up searches, are not kept, and displace none.
 */
export type KeepPage = (facts: object, encoding: Encoding | null, make: () => Promise<MadePage>) => Promise<Page>

export function keepPages(metrics: Parts['metrics'], elapsedMs = () => performance.now()): KeepPage {
  const caching = { ttl: KEPT_MS, ttlResolution: 0, perf: { now: elapsedMs } }
  const pages = new LRUCache<string, Page>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ body }) => body.length,
    ...caching,
  })
  const seen = new LRUCache<string, true>({ ...atMost(MOST_SEEN), ...caching })
  const count = addLabelledCounter(metrics, {
    name: 'registry_kept_pages_total',
    label: 'outcome',
    help: "Visitors' pages by whether one of the same data was kept (hit) or it had to be made (miss)",
  })
  addGauges(metrics, {
    registry_kept_pages_bytes: { help: 'Size of the pages that are kept', figure: () => pages.calculatedSize },
  })

  return async (facts, encoding, make) => {
    const key = entityTag(JSON.stringify([facts, encoding]))
    const kept = pages.get(key)
    count(kept ? 'hit' : 'miss')
    if (kept) return kept
    const { page, isComplete } = await make()
    if (!isComplete) return page
    if (!seen.has(key)) {
      seen.set(key, true)
      return page
    }
    const packed = { ...page, body: encoding ? await packAll(page.body, encoding) : page.body, encoding }
    pages.set(key, packed)
    return packed
  }
}
