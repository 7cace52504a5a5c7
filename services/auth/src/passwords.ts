import { createTurns } from '@aangan/service-kit/turns'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id, 19 MiB and two passes, about 10 ms: OWASP's password storage cheat sheet. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const turn = createTurns({
  // Threads are shared with file reads: two of the four may hash at once.
  atOnce: 2,
  // About a second.
  waiting: 200,
  busy: 'Too many people are signing in right now. Try again in a moment.',
})

/** A password that nobody has, so that an unknown name costs what a wrong password costs. */
const NOBODYS = hash(crypto.randomUUID(), COST)

/** @throws UNAVAILABLE when too many wait for the same */
export function hashPassword(password: string): Promise<string> {
  return turn(() => hash(password.normalize('NFKC'), COST))
}

/**
 * Whether `password` is the one of `stored`; as slow as ever, and false, where there is none.
 * @throws UNAVAILABLE when too many wait for the same
 */
export function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  return turn(async () => {
    const matches = await verify(stored ?? (await NOBODYS), password.normalize('NFKC'))
    return matches && stored !== null
  })
}
