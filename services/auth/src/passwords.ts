import { PASSWORD_LENGTH } from '@aangan/contracts/account-constants'
import type { Client } from '@aangan/service-kit/client'
import { createFairQueue } from '@aangan/service-kit/fair-queue'
import { rateLimitKey } from '@aangan/service-kit/rate-limit-key'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id with 19 MiB and two passes, about 10 ms: OWASP's password storage cheat sheet. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** About a second. */
const WAITING = 200

/** UTF-16 units of the longest password: a character takes up to two. */
const MAX_UNITS = 2 * PASSWORD_LENGTH.max

const BUSY = 'Too many people are signing in right now. Try again in a moment.'

/** For whom a password is hashed. */
export interface Asker {
  /** IP address; absent if another service asks for the person. */
  address?: string
  /** Id of the account, if a known browser of it asks, or its session or link. */
  known?: string | null
}

export type Passwords = ReturnType<typeof createPasswords>

/** Tests of other things hash at a lower cost, and queue fewer. */
export function createPasswords({ cost = COST, waiting = WAITING } = {}) {
  // File reads use the same four libuv threads: one is left for them. Known people have a thread of their own, so that
  // no crowd of strangers keeps them out, and cannot themselves keep strangers out.
  const strangers = createFairQueue({ atOnce: 2, waiting, busy: BUSY })
  const known = createFairQueue({ atOnce: 1, waiting, busy: BUSY })
  const turn = <T>(work: () => Promise<T>, asker: Asker) => (asker.known ? known : strangers)(work, clientOf(asker))
  /** Compared against for unknown names, so that they take as long as a wrong password. */
  const dummy = hash(crypto.randomUUID(), cost)

  return {
    /** @throws UNAVAILABLE if too many are waiting */
    hash(password: string, asker: Asker = {}): Promise<string> {
      return turn(() => hash(password.normalize('NFKC'), cost), asker)
    },

    /** False, after the same time, if `stored` is null. @throws UNAVAILABLE if too many are waiting */
    verify(stored: string | null, password: string, asker: Asker = {}): Promise<boolean> {
      // Longer than any password; `normalize` takes quadratic time for some texts.
      const [given, hashed] = password.length > MAX_UNITS ? ['', null] : [password, stored]
      return turn(async () => {
        const matches = await verify(hashed ?? (await dummy), given.normalize('NFKC'))
        return matches && hashed !== null
      }, asker)
    },
  }
}

const GROUPS_PER_NETWORK = 3

/** Turns go to networks, and those of a network to its customers: one customer may have a /48, or be one of many in it. */
function clientOf({ address, known }: Asker): Client {
  if (address === undefined) return { address: known ?? '', user: null }
  const customer = rateLimitKey(address)
  const network = customer.split(':').slice(0, GROUPS_PER_NETWORK).join(':')
  return { address: network, user: known ?? customer }
}
