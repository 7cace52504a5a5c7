import type { AppError } from '@aangan/service-kit/errors'
import { rateLimitKey } from '@aangan/service-kit/rate-limit-key'
import { tooMany, windowOf } from './attempts.ts'
import type { AuthStore } from './store.ts'

const HOUR_MS = 60 * 60_000

/** Mails count unless sending them fails. */
const MOST = {
  /** Mails with a link for a new password, to one account, or to one mailbox whose address is not confirmed. */
  reset: 5,
  /** Usernames tried with such links, by the owner of one address. */
  name: 10,
  /** Mails with a link that confirms an address, to one mailbox. */
  confirm: 5,
  /** The same, sent by one account to any address. */
  confirmBy: 10,
  /** The same, asked for from one IP address: of 2,000 people one in twenty registers, and asks twice more. */
  confirmFrom: 300,
  /** Email addresses of which forms told one IP address that they have an account: one in fifty people forgot theirs. */
  taken: 40,
  /** New addresses of one account: each tells whether somebody else has confirmed it, and is mailed. */
  email: 10,
  /** New passwords of one account: sign-ins wait while they are hashed. */
  password: 5,
  /** Right passwords of one account: others wait while they are checked, and wrong ones are limited as attempts. */
  rightPassword: 100,
}

type What = keyof typeof MOST
type Count = [what: What, whose: string]

const SAID: Record<What, string> = {
  reset: 'We have sent several links to this address already.',
  name: 'You have tried too many usernames.',
  confirm: 'We have sent several links to this address already.',
  confirmBy: 'We have sent several links for your account already.',
  confirmFrom: 'Too many emails were asked for from your internet connection.',
  taken: 'Too many email addresses that have an account already were entered from your internet connection.',
  email: 'You have tried too many new email addresses.',
  password: 'You have changed your password too often.',
  rightPassword: 'You have signed in too often.',
}

export interface Counted {
  /** TOO_MANY_REQUESTS with a message for the visitor, if a limit is reached: then nothing was counted. */
  refusal: AppError | null
  takeBack(): Promise<void>
}

export type Hourly = ReturnType<typeof createHourly>

/** Limits per hour, counted in the store, so that all processes count together. */
export function createHourly(store: Pick<AuthStore, 'attempts'>, now: () => Date) {
  /** Counts one more of each. */
  async function count(...counts: Count[]): Promise<Counted> {
    const at = now()
    const { window, expiresAt } = windowOf(at, HOUR_MS)
    const counted: string[] = []
    const takeBack = async () => void (await Promise.all(counted.map((key) => store.attempts.takeBack(key))))
    for (const [what, whose] of counts) {
      const key = `${window} ${what} ${whose}`
      counted.push(key)
      if ((await store.attempts.count(key, expiresAt)) <= MOST[what]) continue
      await takeBack()
      const refusal = tooMany(SAID[what], expiresAt.getTime() - at.getTime())
      return { refusal, takeBack: async () => undefined }
    }
    return { refusal: null, takeBack }
  }

  return {
    count,

    /** Whether `what` is new in this hour. */
    async isFirst(what: string): Promise<boolean> {
      const { window, expiresAt } = windowOf(now(), HOUR_MS)
      return (await store.attempts.count(`${window} ${what}`, expiresAt)) === 1
    },

    /** Counts `what` unless `work` rejects. Throws TOO_MANY_REQUESTS with a message for the visitor instead of it. */
    async unlessFailed<T>(what: What, whose: string, work: () => Promise<T>): Promise<T> {
      const { refusal, takeBack } = await count([what, whose])
      if (refusal !== null) throw refusal
      try {
        return await work()
      } catch (error) {
        await takeBack()
        throw error
      }
    },

    /** Throws TOO_MANY_REQUESTS with a message for the visitor. */
    async countTry(what: 'name' | 'email' | 'password', whose: string): Promise<void> {
      const { refusal } = await count([what, whose])
      if (refusal !== null) throw refusal
    },
  }
}

/** For limits of an IP address, which a service that asks on somebody's behalf may not know. */
export function countOf(what: 'confirmFrom' | 'taken', address: string | undefined): Count[] {
  return address === undefined ? [] : [[what, rateLimitKey(address)]]
}
