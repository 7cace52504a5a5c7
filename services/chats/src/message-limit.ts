import { AppError } from '@aangan/service-kit/errors'
import { LRUCache } from 'lru-cache'

const WINDOW_MS = 60_000
const REMEMBERED = 50_000

/**
 * Counts the messages of each person in this process.
 * @returns a function that throws TOO_MANY_REQUESTS for one message too many within a minute
 */
export function limitMessages(most: number, now: () => Date): (userId: string) => void {
  const windows = new LRUCache<string, { count: number; until: number }>({ max: REMEMBERED })
  return (userId) => {
    const time = now().getTime()
    const known = windows.get(userId)
    const window = known && known.until > time ? known : { count: 0, until: time + WINDOW_MS }
    windows.set(userId, window)
    window.count += 1
    if (window.count <= most) return
    const wait = Math.ceil((window.until - time) / 1_000)
    throw new AppError('TOO_MANY_REQUESTS', `You write too fast. Try again in ${wait} s.`, { retryAfterS: wait })
  }
}
