import { AppError } from '@aangan/service-kit/errors'
import { limitWork } from '@aangan/service-kit/windows'

const HOUR_MS = 3_600_000
/** Agents may publish some hundred. Imports are not counted. */
const NEW_LISTINGS = 200
/** Agents may mark all of theirs as taken, or change all prices, a few times. Each updates the index and sends events. */
const CHANGES = 600

/** Per person and hour, in this process. Each throws TOO_MANY_REQUESTS beyond the limit, for the form. */
export function limitWrites(now: () => Date) {
  const limited = (limit: number, did: string) =>
    limitWork({ limit, windowMs: HOUR_MS, now: () => now().getTime() }, (waitMs) => {
      const minutes = Math.ceil(waitMs / 60_000)
      const message = `You have ${did}. Try again in ${minutes} min.`
      return new AppError('TOO_MANY_REQUESTS', message, { retryAfterS: minutes * 60 })
    })
  return {
    publish: limited(NEW_LISTINGS, 'published too many listings'),
    change: limited(CHANGES, 'changed your listings too often'),
  }
}
