import { PASSWORD_LENGTH } from '@aangan/contracts/account-constants'
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

/** UTF-16 units of the longest password: a character takes up to two. */
const MOST_UNITS = 2 * PASSWORD_LENGTH.max

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
  // Longer ones are nobody's; `normalize` takes quadratic time for some texts.
  const [given, hashed] = password.length > MOST_UNITS ? ['', null] : [password, stored]
  return turn(async () => {
    const matches = await verify(hashed ?? (await NOBODYS), given.normalize('NFKC'))
    return matches && hashed !== null
  })
}
