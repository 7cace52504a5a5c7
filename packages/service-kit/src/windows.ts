import { LRUCache } from 'lru-cache'
import { atMost } from './at-most.ts'
import { isOutage } from './outage.ts'

const REMEMBERED = 50_000

interface Windows {
  limit: number
  windowMs: number
  /** Epoch milliseconds; the system clock by default. */
  now?: () => number
}

/** Fixed windows, in this process. Returns how many milliseconds to wait: 0 within the limit. */
export function countInWindows(windows: Windows): (key: string) => number {
  return openWindows(windows).count
}

/**
 * Returns a function that runs `work`, and throws `refusal(waitMs)` beyond the limit. Work that fails through an outage
 * is not counted: whoever tries again until it ends has done nothing yet.
 */
export function limitWork(windows: Windows, refusal: (waitMs: number) => Error) {
  const { count, giveBack } = openWindows(windows)
  return async <R>(key: string, work: () => Promise<R>): Promise<R> => {
    const waitMs = count(key)
    if (waitMs > 0) throw refusal(waitMs)
    try {
      return await work()
    } catch (error) {
      if (isOutage(error)) giveBack(key)
      throw error
    }
  }
}

function openWindows({ limit, windowMs, now = Date.now }: Windows) {
  const windows = new LRUCache<string, { count: number; until: number }>(atMost(REMEMBERED))

  function count(key: string): number {
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

  function giveBack(key: string): void {
    const window = windows.get(key)
    if (window !== undefined) window.count -= 1
  }

  return { count, giveBack }
}
