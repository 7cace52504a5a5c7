import { AppError, isAppError } from '@aangan/service-kit/errors'
import ipaddr from 'ipaddr.js'
import type { AuthConfig } from './config.ts'
import type { AuthStore } from './store.ts'

const WINDOW_MS = 15 * 60_000

export interface Attempt {
  /** In lower case; somebody's or nobody's. */
  usernameKey: string
  address: string
  /** The hash of the cookie of a browser that this account was signed in to before. */
  device: string | null
}

/**
 * Limits failed attempts to sign in. One is counted before the password is looked at, so that of many at once no more
 * than the limit get through, and is taken back unless it failed. A browser that has signed in to the account before has
 * a count of its own, so that strangers who guess do not lock the owner out.
 */
export function createAttempts(
  store: AuthStore,
  { LOGIN_LIMIT_ACCOUNT, LOGIN_LIMIT_ADDRESS }: AuthConfig,
  now: () => Date,
) {
  const underWay = new Map<string, Set<Promise<unknown>>>()

  /** The counts that an attempt is one of, with their limits and what to do beyond them. */
  function countsOf({ usernameKey, address, device }: Attempt) {
    const whose = device === null ? accountCount(usernameKey) : `device ${device} ${usernameKey}`
    const account = { name: whose, limit: LOGIN_LIMIT_ACCOUNT, advice: ', or reset your password' }
    // Thousands of a carrier's customers share an address: a browser that is known is not refused for theirs.
    if (device !== null) return [account]
    return [{ name: `address ${networkOf(address)}`, limit: LOGIN_LIMIT_ADDRESS, advice: '' }, account]
  }

  /** Counts an attempt, or returns why it is refused: what is refused unseen is not counted. */
  async function count(attempt: Attempt): Promise<{ takeBack(): Promise<void> } | AppError> {
    const { window, expiresAt } = windowOf(now())
    const counted: string[] = []
    const takeBack = async () => void (await Promise.all(counted.map((key) => store.attempts.takeBack(key))))
    for (const { name, limit, advice } of countsOf(attempt)) {
      const key = `${window} ${name}`
      counted.push(key)
      if ((await store.attempts.count(key, expiresAt)) <= limit) continue
      await takeBack()
      return tooMany(expiresAt.getTime() - now().getTime(), advice)
    }
    return { takeBack }
  }

  async function checkBeside<T>(usernameKey: string, checking: Promise<T>): Promise<T> {
    const all = underWay.get(usernameKey) ?? new Set()
    underWay.set(usernameKey, all.add(checking))
    try {
      return await checking
    } finally {
      all.delete(checking)
      if (all.size === 0) underWay.delete(usernameKey)
    }
  }

  return {
    /**
     * Checks a password. Where others are being checked that may yet turn out right, it waits for them rather than be
     * refused for their sake.
     * @throws TOO_MANY_REQUESTS, and the seconds to wait; and what `check` throws, of which NOT_AUTHENTICATED counts
     */
    async run<T>(attempt: Attempt, check: () => Promise<T>): Promise<T> {
      for (;;) {
        const counted = await count(attempt)
        if (!isAppError(counted)) return await checkBeside(attempt.usernameKey, runCounted(check, counted.takeBack))
        const others = underWay.get(attempt.usernameKey)
        if (!others) throw counted
        await Promise.allSettled(others)
      }
    },

    /** Forgets the failed attempts to an account, whose owner has shown who they are. */
    async forget(usernameKey: string): Promise<void> {
      await store.attempts.remove(`${windowOf(now()).window} ${accountCount(usernameKey)}`)
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

function windowOf(now: Date): { window: number; expiresAt: Date } {
  const window = Math.floor(now.getTime() / WINDOW_MS)
  return { window, expiresAt: new Date((window + 1) * WINDOW_MS) }
}

function tooMany(waitMs: number, advice: string): AppError {
  const minutes = Math.ceil(waitMs / 60_000)
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return new AppError('TOO_MANY_REQUESTS', `Too many failed attempts. Try again in ${wait}${advice}.`, {
    retryAfterS: Math.ceil(waitMs / 1_000),
  })
}

/** An IPv6 customer has a /64 of addresses. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
