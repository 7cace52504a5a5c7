import { AppError, isAppError } from '@aangan/service-kit/errors'
import { rateLimitKey } from '@aangan/service-kit/rate-limit-key'
import type { AuthConfig } from './config.ts'
import type { AuthStore } from './store.ts'

const WINDOW_MS = 15 * 60_000

export interface Attempt {
  /** Lower case; may belong to no account. */
  usernameKey: string
  address: string
  /** Hash of the device cookie, if this account has signed in on the browser before. */
  device: string | null
}

interface Count {
  name: string
  limit: number
  what: string
}

interface Refusal {
  /** Of the count that is at its limit. */
  name: string
  error: AppError
}

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
  /** By the name of a count. */
  const inFlight = new Map<string, Set<Promise<unknown>>>()

  /** A known browser has its own counter, so that strangers' guesses do not lock the owner out. */
  function countsOf({ usernameKey, address, device }: Attempt): Count[] {
    const whose = device === null ? accountCount(usernameKey) : `device ${device} ${usernameKey}`
    const account = { name: whose, limit: LOGIN_LIMIT_ACCOUNT, what: 'Too many failed attempts.' }
    // A known browser must not be refused for its neighbours; a reset password makes this one known.
    if (device !== null) return [account]
    const what = 'Too many failed attempts from your internet connection.'
    return [{ name: addressCount(address), limit: LOGIN_LIMIT_ADDRESS, what }, account]
  }

  /** Refused attempts are not counted. */
  async function count(counts: Count[]): Promise<{ takeBack(): Promise<void> } | Refusal> {
    const { window, expiresAt } = windowOf(now(), WINDOW_MS)
    const counted: string[] = []
    const takeBack = async () => void (await Promise.all(counted.map((key) => store.attempts.takeBack(key))))
    for (const { name, limit, what } of counts) {
      const key = `${window} ${name}`
      counted.push(key)
      if ((await store.attempts.count(key, expiresAt)) <= limit) continue
      await takeBack()
      const waitMs = expiresAt.getTime() - now().getTime()
      return { name, error: tooMany(what, waitMs, ', or reset your password') }
    }
    return { takeBack }
  }

  async function checkBeside<T>(counts: Count[], checking: Promise<T>): Promise<T> {
    for (const { name } of counts) inFlight.set(name, (inFlight.get(name) ?? new Set()).add(checking))
    try {
      return await checking
    } finally {
      for (const { name } of counts) {
        const all = inFlight.get(name)
        all?.delete(checking)
        if (all?.size === 0) inFlight.delete(name)
      }
    }
  }

  async function runCounted<T>(attempt: Attempt, check: () => Promise<T>, takeBack: () => Promise<void>): Promise<T> {
    try {
      const result = await check()
      await Promise.all([takeBack(), attempt.device === null && forgive(attempt)])
      return result
    } catch (error) {
      if (!isAppError(error) || error.code !== 'NOT_AUTHENTICATED') await takeBack()
      else if (attempt.device === null) await noteFailure(attempt)
      throw error
    }
  }

  async function noteFailure(attempt: Attempt): Promise<void> {
    const { window, expiresAt } = windowOf(now(), WINDOW_MS)
    await store.attempts.count(`${window} ${ownFailures(attempt)}`, expiresAt)
  }

  async function forgive(attempt: Attempt): Promise<void> {
    const { window } = windowOf(now(), WINDOW_MS)
    const failures = await store.attempts.clear(`${window} ${ownFailures(attempt)}`)
    if (failures > 0) await store.attempts.takeBack(`${window} ${addressCount(attempt.address)}`, failures)
  }

  return {
    /**
     * Waits while attempts that may yet succeed use up a limit, instead of refusing for their sake.
     * @throws TOO_MANY_REQUESTS with the seconds to wait, and whatever `check` throws; only NOT_AUTHENTICATED counts
     */
    async run<T>(attempt: Attempt, check: () => Promise<T>): Promise<T> {
      const counts = countsOf(attempt)
      for (;;) {
        const counted = await count(counts)
        if ('takeBack' in counted) return await checkBeside(counts, runCounted(attempt, check, counted.takeBack))
        const others = inFlight.get(counted.name)
        if (!others) throw counted.error
        await Promise.allSettled(others)
      }
    },

    /** Call it once the owner has proved their identity. */
    async forget(usernameKey: string): Promise<void> {
      await store.attempts.remove(`${windowOf(now(), WINDOW_MS).window} ${accountCount(usernameKey)}`)
    },
  }
}

function accountCount(usernameKey: string): string {
  return `account ${usernameKey}`
}

function addressCount(address: string): string {
  return `address ${rateLimitKey(address)}`
}

/** Failures of one account at one address. */
function ownFailures({ address, usernameKey }: Attempt): string {
  return `${addressCount(address)} ${accountCount(usernameKey)}`
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
