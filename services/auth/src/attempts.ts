import { AppError, isAppError } from '@aangan/service-kit/errors'
import ipaddr from 'ipaddr.js'
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

/** Counts an attempt before its check, so that a burst cannot exceed the limit, and takes it back unless it failed. */
export function createAttempts(
  store: AuthStore,
  { LOGIN_LIMIT_ACCOUNT, LOGIN_LIMIT_ADDRESS }: AuthConfig,
  now: () => Date,
) {
  const inFlight = new Map<string, Set<Promise<unknown>>>()

  /** A known browser has its own counter, so that strangers' guesses do not lock the owner out. */
  function countsOf({ usernameKey, address, device }: Attempt) {
    const whose = device === null ? accountCount(usernameKey) : `device ${device} ${usernameKey}`
    const account = { name: whose, limit: LOGIN_LIMIT_ACCOUNT, advice: ', or reset your password' }
    // Thousands of a carrier's customers share an address: a known browser must not be refused for theirs.
    if (device !== null) return [account]
    return [{ name: `address ${networkOf(address)}`, limit: LOGIN_LIMIT_ADDRESS, advice: '' }, account]
  }

  /** Counts an attempt, or returns the error that refuses it. Refused attempts are not counted. */
  async function count(attempt: Attempt): Promise<{ takeBack(): Promise<void> } | AppError> {
    const { window, expiresAt } = windowOf(now(), WINDOW_MS)
    const counted: string[] = []
    const takeBack = async () => void (await Promise.all(counted.map((key) => store.attempts.takeBack(key))))
    for (const { name, limit, advice } of countsOf(attempt)) {
      const key = `${window} ${name}`
      counted.push(key)
      if ((await store.attempts.count(key, expiresAt)) <= limit) continue
      await takeBack()
      return tooMany('Too many failed attempts.', expiresAt.getTime() - now().getTime(), advice)
    }
    return { takeBack }
  }

  async function checkBeside<T>(usernameKey: string, checking: Promise<T>): Promise<T> {
    const all = inFlight.get(usernameKey) ?? new Set()
    inFlight.set(usernameKey, all.add(checking))
    try {
      return await checking
    } finally {
      all.delete(checking)
      if (all.size === 0) inFlight.delete(usernameKey)
    }
  }

  return {
    /**
     * Waits while attempts that may yet succeed use up the limit, instead of refusing for their sake.
     * @throws TOO_MANY_REQUESTS with the seconds to wait, and whatever `check` throws; only NOT_AUTHENTICATED counts
     */
    async run<T>(attempt: Attempt, check: () => Promise<T>): Promise<T> {
      for (;;) {
        const counted = await count(attempt)
        if (!isAppError(counted)) return await checkBeside(attempt.usernameKey, runCounted(check, counted.takeBack))
        const others = inFlight.get(attempt.usernameKey)
        if (!others) throw counted
        await Promise.allSettled(others)
      }
    },

    /** Call it once the owner has proved their identity. */
    async forget(usernameKey: string): Promise<void> {
      await store.attempts.remove(`${windowOf(now(), WINDOW_MS).window} ${accountCount(usernameKey)}`)
    },
  }
}

async function runCounted<T>(check: () => Promise<T>, takeBack: () => Promise<void>): Promise<T> {
  try {
    const result = await check()
    await takeBack()
    return result
  } catch (error) {
    if (!isAppError(error) || error.code !== 'NOT_AUTHENTICATED') await takeBack()
    throw error
  }
}

function accountCount(usernameKey: string): string {
  return `account ${usernameKey}`
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

/** An IPv6 customer has a /64. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
