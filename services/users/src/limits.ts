import { AppError } from '@aangan/service-kit/errors'
import { limitWork } from '@aangan/service-kit/windows'

const HOUR_MS = 3_600_000
/** New names and pictures per person and hour: each is copied into all listings of the person. */
export const MOST_CHANGES = 60

/** Counts per process. The returned function throws TOO_MANY_REQUESTS beyond the limit. */
export function limitChanges(now: () => Date) {
  return limitWork({ limit: MOST_CHANGES, windowMs: HOUR_MS, now: () => now().getTime() }, (waitMs) => {
    const waitS = Math.ceil(waitMs / 1_000)
    const message = `You have changed your profile too often. Try again in ${Math.ceil(waitS / 60)} min.`
    return new AppError('TOO_MANY_REQUESTS', message, { retryAfterS: waitS })
  })
}
