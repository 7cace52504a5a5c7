import { AppError, isAppError } from '@aangan/service-kit/errors'
import ipaddr from 'ipaddr.js'
import type { AccountDoc } from './account.ts'
import type { AuthConfig } from './config.ts'
import type { AuthStore } from './store.ts'

const WINDOW_MS = 15 * 60_000

interface Counter {
  name: string
  limit: number
  advice: string
  /** Beyond the limit the check fails as for a wrong password, instead of an error that tells of this counter. */
  isSilent?: boolean
}

export interface Attempt {
  /** Attempts with the same subject wait for each other. */
  subject: string
  counters: Counter[]
}

interface SignIn {
  /** As entered, in lower case; may belong to no account. */
  name: string
  /** Null if the name belongs to no account. */
  accountId: string | null
  address: string
  /** Hash of the device cookie, if this account has signed in on the browser before. */
  device: string | null
}

export type Attempts = ReturnType<typeof createAttempts>

/** Counts an attempt before its check, so that a burst cannot exceed the limit, and takes it back unless it failed. */
export function createAttempts(
  store: AuthStore,
  { LOGIN_LIMIT_ACCOUNT, LOGIN_LIMIT_ADDRESS }: AuthConfig,
  now: () => Date,
) {
  const inFlight = new Map<string, Set<Promise<unknown>>>()
  const ofAccount = { limit: LOGIN_LIMIT_ACCOUNT, advice: ', or reset your password' }

  /** A known browser has its own counter, so that strangers' guesses do not lock the owner out. */
  function countersOf({ name, accountId, address, device }: SignIn): Counter[] {
    // Thousands of a carrier's customers share an address: a known browser must not be refused for theirs.
    if (device !== null) return [{ ...ofAccount, name: `device ${device} ${accountId}` }]
    return [
      { name: `address ${networkOf(address)}`, limit: LOGIN_LIMIT_ADDRESS, advice: '' },
      { ...ofAccount, name: nameCount(name) },
      // Guesses by username and by address add up. Silent, or it would tell which address belongs to which username;
      // also for unknown names, which must take the same time.
      { ...ofAccount, name: accountCount(accountId ?? `unknown ${name}`), isSilent: true },
    ]
  }

  /** Counts an attempt, or returns the error that refuses it. Refused attempts are not counted. */
  async function count({ counters }: Attempt): Promise<{ isBlocked: boolean; takeBack(): Promise<void> } | AppError> {
    const { window, expiresAt } = windowOf(now(), WINDOW_MS)
    const counted: string[] = []
    const takeBack = async () => void (await Promise.all(counted.map((key) => store.attempts.takeBack(key))))
    let isBlocked = false
    for (const { name, limit, advice, isSilent } of counters) {
      const key = `${window} ${name}`
      counted.push(key)
      if ((await store.attempts.count(key, expiresAt)) <= limit) continue
      isBlocked = true
      if (isSilent) continue
      await takeBack()
      return tooMany('Too many failed attempts.', expiresAt.getTime() - now().getTime(), advice)
    }
    return { isBlocked, takeBack }
  }

  async function checkBeside<T>(subject: string, checking: Promise<T>): Promise<T> {
    const all = inFlight.get(subject) ?? new Set()
    inFlight.set(subject, all.add(checking))
    try {
      return await checking
    } finally {
      all.delete(checking)
      if (all.size === 0) inFlight.delete(subject)
    }
  }

  return {
    signIn(facts: SignIn): Attempt {
      return { subject: facts.accountId ?? facts.name, counters: countersOf(facts) }
    },

    /** By somebody who is signed in, so that strangers' guesses do not refuse the owner. */
    currentPassword(accountId: string): Attempt {
      return { subject: currentCount(accountId), counters: [{ ...ofAccount, name: currentCount(accountId) }] }
    },

    /**
     * Waits while attempts that may yet succeed use up the limit, instead of refusing for their sake.
     * @param check must fail with NOT_AUTHENTICATED, after the same time, if `isBlocked`
     * @throws TOO_MANY_REQUESTS with the seconds to wait, and whatever `check` throws; only NOT_AUTHENTICATED counts
     */
    async run<T>(attempt: Attempt, check: (isBlocked: boolean) => Promise<T>): Promise<T> {
      const { subject } = attempt
      for (;;) {
        const counted = await count(attempt)
        const isRefused = isAppError(counted)
        const others = isRefused || counted.isBlocked ? inFlight.get(subject) : undefined
        if (!others) {
          if (isRefused) throw counted
          return await checkBeside(
            subject,
            runCounted(() => check(counted.isBlocked), counted.takeBack),
          )
        }
        if (!isRefused) await counted.takeBack()
        await Promise.allSettled(others)
      }
    },

    /** Call it once the owner has proved their identity. */
    async forget({ _id, usernameKey, email }: AccountDoc): Promise<void> {
      const { window } = windowOf(now(), WINDOW_MS)
      const names = [nameCount(usernameKey), ...(email === null ? [] : [nameCount(email)])]
      const all = [...names, accountCount(_id), currentCount(_id)]
      await Promise.all(all.map((name) => store.attempts.remove(`${window} ${name}`)))
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

const nameCount = (name: string) => `name ${name}`
const accountCount = (id: string) => `account ${id}`
const currentCount = (id: string) => `current ${id}`

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
