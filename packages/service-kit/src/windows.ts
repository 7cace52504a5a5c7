import { LRUCache } from 'lru-cache'
import { atMost } from './at-most.ts'

const REMEMBERED = 50_000

interface Windows {
  limit: number
  windowMs: number
  /** Epoch milliseconds; the system clock by default. */
  now?: () => number
}

/** Fixed windows, in this process. Returns how many milliseconds to wait: 0 within the limit. */
export function countInWindows({ limit, windowMs, now = Date.now }: Windows): (key: string) => number {
  const windows = new LRUCache<string, { count: number; until: number }>(atMost(REMEMBERED))
  return (key) => {
    const time = now()
    let window = windows.get(key)
    // Beyond `windowMs` the clock was set back: the window would last as long as that.
    if (window === undefined || window.until <= time || window.until > time + windowMs) {
      window = { count: 0, until: time + windowMs }
      windows.set(key, window)
    }
    window.count += 1
    return window.count > limit ? window.until - time : 0
  }
}
