import { tooMany, windowOf } from './attempts.ts'
import type { AuthStore } from './store.ts'

const HOUR_MS = 60 * 60_000

const MOST = {
  /** Mails with a link, to one address. */
  reset: 5,
  /** Mails to one address that no longer belongs to an account. */
  moved: 5,
  /** New addresses of one account: each tells whether somebody else has it. */
  email: 10,
  /** New passwords of one account: sign-ins wait while they are hashed. */
  password: 5,
}

const TRIED = {
  email: 'You have tried too many new email addresses.',
  password: 'You have changed your password too often.',
}

export type Hourly = ReturnType<typeof createHourly>

/** Limits per hour, counted in the store, so that all processes count together. */
export function createHourly(store: AuthStore, now: () => Date) {
  /** Counts one more. Returns how many milliseconds to wait: 0 within the limit. */
  async function count(what: keyof typeof MOST, whose: string): Promise<number> {
    const at = now()
    const { window, expiresAt } = windowOf(at, HOUR_MS)
    const counted = await store.attempts.count(`${window} ${what} ${whose}`, expiresAt)
    return counted > MOST[what] ? expiresAt.getTime() - at.getTime() : 0
  }

  return {
    count,

    /** Throws TOO_MANY_REQUESTS with a message for the visitor. */
    async countChange(what: keyof typeof TRIED, userId: string): Promise<void> {
      const waitMs = await count(what, userId)
      if (waitMs > 0) throw tooMany(TRIED[what], waitMs)
    },
  }
}
