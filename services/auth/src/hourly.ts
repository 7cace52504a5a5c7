import { tooMany, windowOf } from './attempts.ts'
import type { AuthStore } from './store.ts'

const HOUR_MS = 60 * 60_000

const MOST = {
  /** Mails with a link for a new password, to one address. */
  reset: 5,
  /** Usernames tried with such links, by the owner of one address. */
  name: 10,
  /** Mails with a link that confirms an address. */
  confirm: 5,
  /** The same, sent by one account to any address. */
  confirmBy: 10,
  /** New addresses of one account: each tells whether somebody else has confirmed it, and is mailed. */
  email: 10,
  /** New passwords of one account: sign-ins wait while they are hashed. */
  password: 5,
}

const TRIED = {
  name: 'You have tried too many usernames.',
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
    async countTry(what: keyof typeof TRIED, whose: string): Promise<void> {
      const waitMs = await count(what, whose)
      if (waitMs > 0) throw tooMany(TRIED[what], waitMs)
    },
  }
}
