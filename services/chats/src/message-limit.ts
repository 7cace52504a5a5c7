import { AppError } from '@aangan/service-kit/errors'
import { countInWindows } from '@aangan/service-kit/windows'

const WINDOW_MS = 60_000

/**
 * Counts the messages of each person in this process.
 * @returns a function that throws TOO_MANY_REQUESTS for one message too many within a minute
 */
export function limitMessages(limit: number, now: () => Date): (userId: string) => void {
  const count = countInWindows({ limit, windowMs: WINDOW_MS, now: () => now().getTime() })
  return (userId) => {
    const wait = Math.ceil(count(userId) / 1_000)
    if (wait === 0) return
    throw new AppError('TOO_MANY_REQUESTS', `You write too fast. Try again in ${wait} s.`, { retryAfterS: wait })
  }
}
