import { PASSWORD_LENGTH } from '@aangan/contracts/account-constants'
import { createFairQueue } from '@aangan/service-kit/fair-queue'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id with 19 MiB and two passes, about 10 ms: OWASP's password storage cheat sheet. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** About a second. */
const WAITING = 200

/** UTF-16 units of the longest password: a character takes up to two. */
const MAX_UNITS = 2 * PASSWORD_LENGTH.max

export type Passwords = ReturnType<typeof createPasswords>

/** Tests of other things hash at a lower cost, and queue fewer. */
export function createPasswords({ cost = COST, waiting = WAITING } = {}) {
  const turn = createFairQueue({
    // File reads use the same four libuv threads, so hashing gets two.
    atOnce: 2,
    waiting,
    busy: 'Too many people are signing in right now. Try again in a moment.',
  })
  /** Compared against for unknown names, so that they take as long as a wrong password. */
  const dummy = hash(crypto.randomUUID(), cost)

  return {
    /** @throws UNAVAILABLE if too many are waiting */
    hash(password: string): Promise<string> {
      return turn(() => hash(password.normalize('NFKC'), cost))
    },

    /** False, after the same time, if `stored` is null. @throws UNAVAILABLE if too many are waiting */
    verify(stored: string | null, password: string): Promise<boolean> {
      // Longer than any password; `normalize` takes quadratic time for some texts.
      const [given, hashed] = password.length > MAX_UNITS ? ['', null] : [password, stored]
      return turn(async () => {
        const matches = await verify(hashed ?? (await dummy), given.normalize('NFKC'))
        return matches && hashed !== null
      })
    },
  }
}
