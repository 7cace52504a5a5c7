import { AppError } from '@aangan/service-kit/errors'
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
 * Counts an attempt to sign in, before the password is looked at: of many at once no more than the limit get through.
 * A browser that has signed in to the account before has a count of its own, so that strangers who guess do not lock
 * the owner out.
 *
 * @returns what takes the attempt back, for one that did not fail
 * @throws TOO_MANY_REQUESTS, and the seconds to wait
 */
export async function countAttempt(
  store: AuthStore,
  { LOGIN_LIMIT_ACCOUNT, LOGIN_LIMIT_ADDRESS }: AuthConfig,
  { usernameKey, address, device }: Attempt,
  now: Date,
): Promise<() => Promise<void>> {
  const window = Math.floor(now.getTime() / WINDOW_MS)
  const expiresAt = new Date((window + 1) * WINDOW_MS)
  const whose = device === null ? `account ${usernameKey}` : `device ${device} ${usernameKey}`
  const counted: string[] = []
  const takeBack = async () => void (await Promise.all(counted.map((key) => store.attempts.takeBack(key))))
  for (const [name, limit] of [
    [`address ${networkOf(address)}`, LOGIN_LIMIT_ADDRESS],
    [whose, LOGIN_LIMIT_ACCOUNT],
  ] as const) {
    const key = `${window} ${name}`
    counted.push(key)
    if ((await store.attempts.count(key, expiresAt)) <= limit) continue
    // What is refused unseen was no attempt: the other count must not grow by it.
    await takeBack()
    throw tooMany(expiresAt.getTime() - now.getTime())
  }
  return takeBack
}

function tooMany(waitMs: number): AppError {
  const minutes = Math.ceil(waitMs / 60_000)
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return new AppError('TOO_MANY_REQUESTS', `Too many failed attempts. Try again in ${wait}, or reset your password.`, {
    retryAfterS: Math.ceil(waitMs / 1_000),
  })
}

/** An IPv6 customer has a /64 of addresses. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
