import { LRUCache } from 'lru-cache'

/** The least recent are forgotten first. */
const REMEMBERED = 50_000

/**
 * Counts in windows of a fixed length, for each address apart.
 *
 * @returns a function that counts one more, and answers how many milliseconds to wait: 0 within the limit
 */
export function countByAddress({ limit, windowMs }: { limit: number; windowMs: number }): (address: string) => number {
  const windows = new LRUCache<string, { count: number; until: number }>({ max: REMEMBERED })
  return (address) => {
    const now = Date.now()
    let window = windows.get(address)
    if (window === undefined || window.until <= now) {
      window = { count: 0, until: now + windowMs }
      windows.set(address, window)
    }
    window.count += 1
    return window.count > limit ? window.until - now : 0
  }
}
