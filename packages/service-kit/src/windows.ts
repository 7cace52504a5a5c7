import { LRUCache } from 'lru-cache'

/** The least recently used are forgotten first. */
const REMEMBERED = 50_000

interface Windows {
  limit: number
  windowMs: number
  /** Milliseconds since the epoch; the clock of the process unless given. */
  now?: () => number
}

/**
 * Rate limit in windows of a fixed length, per key, in this process.
 *
 * @returns a function that counts one more, and returns how many milliseconds to wait: 0 within the limit
 */
export function countInWindows({ limit, windowMs, now = Date.now }: Windows): (key: string) => number {
  const windows = new LRUCache<string, { count: number; until: number }>({ max: REMEMBERED })
  return (key) => {
    const time = now()
    let window = windows.get(key)
    if (window === undefined || window.until <= time) {
      window = { count: 0, until: time + windowMs }
      windows.set(key, window)
    }
    window.count += 1
    return window.count > limit ? window.until - time : 0
  }
}
