import { AppError } from '@aangan/service-kit/errors'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** Argon2id, 19 MiB and two passes, about 10 ms: OWASP's password storage cheat sheet. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Threads that are shared with file reads: two of the four may hash at once. */
const AT_ONCE = 2
/** Calls that may wait for their turn: about a second. */
const WAITING = 200

const turn = pLimit(AT_ONCE)

/** A password that nobody has, so that an unknown name costs what a wrong password costs. */
const NOBODYS = hash(crypto.randomUUID(), COST)

/** @throws UNAVAILABLE when too many wait for the same */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), COST))
}

/**
 * Whether `password` is the one of `stored`; as slow as ever, and false, where there is none.
 * @throws UNAVAILABLE when too many wait for the same
 */
export function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  return inTurn(async () => {
    const matches = await verify(stored ?? (await NOBODYS), password.normalize('NFKC'))
    return matches && stored !== null
  })
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turn.pendingCount >= WAITING)
    throw new AppError('UNAVAILABLE', 'Too many people are signing in right now. Try again in a moment.')
  return turn(work)
}
