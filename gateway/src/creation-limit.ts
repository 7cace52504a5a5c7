import { atMost } from '@aangan/service-kit/at-most'
import { LRUCache } from 'lru-cache'

interface Count {
  created: number
  /** Requests that may still create something. */
  pending: number
  until: number
  queue: (() => void)[]
}

interface Limit {
  limit: number
  windowMs: number
  /** Epoch milliseconds; the system clock by default. */
  now?: () => number
}

/** `settle` must be called once the outcome is known; `waitMs` is how long to wait if the limit is reached. */
export type Reservation = { waitMs: 0; settle(isCreated: boolean): void } | { waitMs: number; settle: null }

const REMEMBERED = 50_000

/**
 * Counts what was created in fixed windows, in this process: refused requests use up nothing. While those in flight
 * could reach the limit, others wait, so that neither a burst exceeds it nor requests that create nothing hold up others.
 */
export function limitCreations({ limit, windowMs, now = Date.now }: Limit): (key: string) => Promise<Reservation> {
  const counts = new LRUCache<string, Count>(atMost(REMEMBERED))

  function countOf(key: string): Count {
    const time = now()
    const count = counts.get(key) ?? { created: 0, pending: 0, until: 0, queue: [] }
    // Beyond `windowMs` the clock was set back.
    if (count.until <= time || count.until > time + windowMs)
      Object.assign(count, { created: 0, until: time + windowMs })
    counts.set(key, count)
    return count
  }

  function settle(count: Count, isCreated: boolean): void {
    count.pending -= 1
    if (isCreated) count.created += 1
    // Of those who wait, as many may try as there is room, which is more in a new window; if it is full, all are refused.
    const isFull = count.created >= limit
    const room = Math.max(0, limit - count.created - count.pending)
    for (const wake of count.queue.splice(0, isFull ? count.queue.length : room)) wake()
  }

  return async (key) => {
    for (;;) {
      const count = countOf(key)
      if (count.created >= limit) return { waitMs: count.until - now(), settle: null }
      if (count.created + count.pending < limit) {
        count.pending += 1
        return { waitMs: 0, settle: (isCreated) => settle(count, isCreated) }
      }
      await new Promise<void>((resolve) => count.queue.push(resolve))
    }
  }
}
