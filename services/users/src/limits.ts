import { AppError } from '@aangan/service-kit/errors'
import { countInWindows } from '@aangan/service-kit/windows'

const HOUR_MS = 3_600_000
/** New names and pictures per person and hour: each is copied into all listings of the person. */
export const MOST_CHANGES = 60

/** Counts per process. The returned function throws TOO_MANY_REQUESTS beyond the limit. */
export function limitChanges(now: () => Date): (userId: string) => void {
  const count = countInWindows({ limit: MOST_CHANGES, windowMs: HOUR_MS, now: () => now().getTime() })
  return (userId) => {
    const waitS = Math.ceil(count(userId) / 1_000)
    if (waitS === 0) return
    const message = `You have changed your profile too often. Try again in ${Math.ceil(waitS / 60)} min.`
    throw new AppError('TOO_MANY_REQUESTS', message, { retryAfterS: waitS })
  }
}
