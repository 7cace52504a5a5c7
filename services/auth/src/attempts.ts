import { AppError, isAppError } from '@aangan/service-kit/errors'
import { rateLimitKey } from '@aangan/service-kit/rate-limit-key'
import type { AccountDoc } from './account.ts'
import type { AuthConfig } from './config.ts'
import { oneSpelling } from './email.ts'
import type { AuthStore } from './store.ts'

const WINDOW_MS = 15 * 60_000

interface Counter {
  name: string
  limit: number
  what: string
  /** Beyond the limit the check fails as for a wrong password, instead of an error that tells of this counter. */
  isSilent?: boolean
}

export interface Attempt {
  counters: Counter[]
  /** Names of counts: all failures at the address, and this account's part of them. Null if the address is not charged. */
  charged: { address: string; failures: string } | null
}

interface Counted {
  /** Name of the counter that is at its limit. */
  reached: string | null
  /** Undefined if the attempt may go on. */
  error?: AppError
  takeBack(): Promise<void>
}

export interface SignIn {
  /** As entered, in lower case; may belong to no account. */
  name: string
  /** Null if the name belongs to no account. */
  accountId: string | null
  address: string
  /** Hash of the device cookie, if this account has signed in on the browser before. */
  device: string | null
}

export type Attempts = ReturnType<typeof createAttempts>

/**
 * Counts an attempt before its check, so that a burst cannot exceed the limit, and takes it back unless it failed.
 * An address that thousands of people share is not charged for their mistakes: who gets in at last is forgiven the
 * failures before.
 */
export function createAttempts(
  store: Pick<AuthStore, 'attempts'>,
  { LOGIN_LIMIT_ACCOUNT, LOGIN_LIMIT_ADDRESS }: Pick<AuthConfig, 'LOGIN_LIMIT_ACCOUNT' | 'LOGIN_LIMIT_ADDRESS'>,
  now: () => Date,
) {
  /** By the name of a counter; each resolves to whether the attempt was admitted, once it is refused or checked. */
  const inFlight = new Map<string, Set<Promise<boolean>>>()
  const ofAccount = { limit: LOGIN_LIMIT_ACCOUNT, what: 'Too many failed attempts.' }
  const ofAddress = { limit: LOGIN_LIMIT_ADDRESS, what: 'Too many failed attempts from your internet connection.' }

  /** A known browser has its own counter, so that strangers' guesses do not lock the owner out. */
  function countersOf({ name, accountId, address, device }: SignIn): Counter[] {
    // A known browser must not be refused for its neighbours; a reset password makes this one known.
    if (device !== null) return [{ ...ofAccount, name: `device ${device} ${accountId}` }]
    return [
      { ...ofAddress, name: addressCount(address) },
      { ...ofAccount, name: nameCount(name) },
      // Guesses by username and by address add up. Silent, or it would tell which address belongs to which username;
      // also for unknown names, which must take the same time.
      { ...ofAccount, name: accountCount(accountId ?? `unknown ${name}`), isSilent: true },
    ]
  }

  /** Refused attempts are not counted. */
  async function count(counters: Counter[]): Promise<Counted> {
    const { window, expiresAt } = windowOf(now(), WINDOW_MS)
    const counted: string[] = []
    const takeBack = async () => void (await Promise.all(counted.map((key) => store.attempts.takeBack(key))))
    let reached: string | null = null
    for (const { name, limit, what, isSilent } of counters) {
      const key = `${window} ${name}`
      counted.push(key)
      if ((await store.attempts.count(key, expiresAt)) <= limit) continue
      reached = name
      if (isSilent) continue
      await takeBack()
      const waitMs = expiresAt.getTime() - now().getTime()
      return { reached, error: tooMany(what, waitMs, ', or reset your password'), takeBack: async () => {} }
    }
    return { reached, takeBack }
  }

  /** Others see the attempt from now on until `end`. */
  function begin(counters: Counter[]) {
    const { promise, resolve } = withResolvers()
    for (const { name } of counters) inFlight.set(name, (inFlight.get(name) ?? new Set()).add(promise))
    return {
      others: (name: string) => [...(inFlight.get(name) ?? [])].filter((other) => other !== promise),
      end(isAdmitted: boolean) {
        resolve(isAdmitted)
        for (const { name } of counters) {
          const all = inFlight.get(name)
          all?.delete(promise)
          if (all?.size === 0) inFlight.delete(name)
        }
      },
    }
  }

  async function runCounted<T>({ charged }: Attempt, check: () => Promise<T>, { takeBack }: Counted): Promise<T> {
    try {
      const result = await check()
      await Promise.all([takeBack(), charged && forgive(charged)])
      return result
    } catch (error) {
      if (!isAppError(error) || error.code !== 'NOT_AUTHENTICATED') await takeBack()
      else if (charged) await noteFailure(charged)
      throw error
    }
  }

  async function noteFailure({ failures }: NonNullable<Attempt['charged']>): Promise<void> {
    const { window, expiresAt } = windowOf(now(), WINDOW_MS)
    await store.attempts.count(`${window} ${failures}`, expiresAt)
  }

  async function forgive({ address, failures }: NonNullable<Attempt['charged']>): Promise<void> {
    const { window } = windowOf(now(), WINDOW_MS)
    const forgiven = await store.attempts.clear(`${window} ${failures}`)
    if (forgiven > 0) await store.attempts.takeBack(`${window} ${address}`, forgiven)
  }

  return {
    signIn(facts: SignIn): Attempt {
      const address = addressCount(facts.address)
      const failures = `${address} ${accountCount(facts.accountId ?? `unknown ${facts.name}`)}`
      return { counters: countersOf(facts), charged: facts.device === null ? { address, failures } : null }
    },

    /** By somebody who is signed in, so that strangers' guesses do not refuse the owner. */
    currentPassword(accountId: string): Attempt {
      return { counters: [{ ...ofAccount, name: currentCount(accountId) }], charged: null }
    },

    /**
     * Waits while attempts that may yet succeed use up a limit, instead of refusing for their sake.
     * @param check must fail with NOT_AUTHENTICATED, after the same time, if `isBlocked`
     * @throws TOO_MANY_REQUESTS with the seconds to wait, and whatever `check` throws; only NOT_AUTHENTICATED counts
     */
    async run<T>(attempt: Attempt, check: (isBlocked: boolean) => Promise<T>): Promise<T> {
      for (;;) {
        const round = begin(attempt.counters)
        try {
          const counted = await count(attempt.counters)
          const { reached, error, takeBack } = counted
          const others = reached === null ? [] : round.others(reached)
          // Ended first, so that two refused attempts do not wait for each other.
          if (others.length > 0) round.end(false)
          if ((await Promise.all(others)).includes(true)) {
            await takeBack()
            continue
          }
          if (error) {
            round.end(false)
            throw error
          }
          return await runCounted(attempt, () => check(reached !== null), counted)
        } finally {
          round.end(true)
        }
      }
    },

    /** Call it once the owner has proved their identity. */
    async forget({ _id, usernameKey, email }: AccountDoc): Promise<void> {
      const { window } = windowOf(now(), WINDOW_MS)
      const names = [nameCount(usernameKey), ...(email === null ? [] : [nameCount(oneSpelling(email))])]
      const all = [...names, accountCount(_id), currentCount(_id)]
      await Promise.all(all.map((name) => store.attempts.remove(`${window} ${name}`)))
    },
  }
}

const nameCount = (name: string) => `name ${name}`
const accountCount = (id: string) => `account ${id}`
const currentCount = (id: string) => `current ${id}`
const addressCount = (address: string) => `address ${rateLimitKey(address)}`

function withResolvers(): { promise: Promise<boolean>; resolve(isAdmitted: boolean): void } {
  let resolve: (isAdmitted: boolean) => void = () => {}
  const promise = new Promise<boolean>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

export function windowOf(now: Date, lengthMs: number): { window: number; expiresAt: Date } {
  const window = Math.floor(now.getTime() / lengthMs)
  return { window, expiresAt: new Date((window + 1) * lengthMs) }
}

export function tooMany(what: string, waitMs: number, advice = ''): AppError {
  const minutes = Math.ceil(waitMs / 60_000)
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return new AppError('TOO_MANY_REQUESTS', `${what} Try again in ${wait}${advice}.`, {
    retryAfterS: Math.ceil(waitMs / 1_000),
  })
}
