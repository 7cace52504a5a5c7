import { createHash, randomBytes } from 'node:crypto'
import { AppError, isAppError } from '@aangan/service-kit/errors'
import { type Expiring, removeExpired, unlessExpired } from '@aangan/service-kit/store/expiring'
import { removeSome } from '@aangan/service-kit/store/remove-some'
import { retryClash } from '@aangan/service-kit/store/retry-clash'
import { isDuplicateKey, type Store } from '@aangan/service-kit/store/store'
import { createWrites } from '@aangan/service-kit/writes/writes'
import {
  type AccountDoc,
  accountChanged,
  accountRemoved,
  confirmedEmail,
  nameFacts,
  newAccount,
  usernameKey,
} from './account.ts'
import { spellingsOf } from './email.ts'
import { createFreedNames } from './freed-names.ts'
import { createLinks, linksIn } from './links.ts'
import { apartLookKey, lookKeyRange } from './lookalikes.ts'
import { checkUsername, looksTaken, taken } from './rules.ts'
import { createUnsentMails } from './unsent-mails.ts'

/** A signed-in browser; `_id` is the hash of its cookie. */
export interface SessionDoc {
  _id: string
  userId: string
  createdAt: string
  seenAt: string
  expiresAt: string
  userAgent: string
  /** Its account's at the sign-in; absent if that was before epochs were counted. */
  epoch?: number
}

/** A user's known browser. */
export interface DeviceDoc extends Expiring {
  userId: string
}

interface AttemptsDoc extends Expiring {
  count: number
}

export type AuthStore = ReturnType<typeof createAuthStore>
export type Facts = Pick<AccountDoc, 'username' | 'email' | 'password'>

type Changes = Partial<Pick<AccountDoc, 'email' | 'password' | 'emailKey' | 'signedOut' | 'undone'>> & {
  /** The previous name is reserved from `at` on. */
  renamed?: { username: string; at: Date }
}

const MOST_CLAIMS = 200
const EXPIRING = ['sessions', 'devices', 'resets', 'confirmations', 'undos', 'attempts', 'freed-names', 'unsent-mails']

const CHUNK_SIZE = 200

export function createAuthStore(store: Store) {
  const accounts = store.collection<AccountDoc>('accounts')
  const sessions = store.collection<SessionDoc>('sessions')
  const devices = store.collection<DeviceDoc>('devices')
  const attempts = store.collection<AttemptsDoc>('attempts')
  const freedNames = createFreedNames(store)
  const unsentMails = createUnsentMails(store)
  const { eraseOf: eraseLinksOf, ...links } = createLinks(store)
  const writes = createWrites<AccountDoc>(store, { documents: 'accounts', removed: 'accounts-removed' })

  const findByName = (username: string) => accounts.findOne({ usernameKey: usernameKey(username) })
  const findConfirmed = (email: string) => accounts.findOne({ emailKey: email })
  /** Accounts that entered it, the oldest first; one of them may have confirmed it. */
  const claimsOf = (email: string, limit: number) =>
    accounts.find({ email }, { sort: { createdAt: 1 }, limit }).toArray()

  /** Accounts that claim the address and have no confirmed one, the oldest first: others are known by their own. */
  async function openClaims(email: string, limit: number): Promise<AccountDoc[]> {
    const claims: AccountDoc[] = []
    for await (const account of accounts.find({ email }, { sort: { createdAt: 1 } })) {
      if (confirmedEmail(account) === null) claims.push(account)
      if (claims.length === limit) break
    }
    return claims
  }

  async function isLookTaken(username: string, id: string | null): Promise<boolean> {
    const alike = await accounts.find({ lookKey: lookKeyRange(username) }, { limit: 2 }).toArray()
    return alike.some(({ _id }) => _id !== id)
  }

  /**
   * Looks at accounts first: a name is reserved before its account gives it up. Pass null for a new account. Returns
   * whether this account gave it up. Throws CONFLICT with a message for the visitor if another account has it or one
   * that looks like it, or did.
   */
  async function refuseName(username: string, id: string | null, now: Date): Promise<boolean> {
    const holder = await findByName(username)
    if (holder !== null && holder._id !== id) throw taken({ username: true })
    if (await isLookTaken(username, id)) throw looksTaken()
    return await freedNames.check(username, id, now)
  }

  async function rename(current: AccountDoc, username: string, now: Date) {
    const name = nameFacts(username)
    if (name.usernameKey === current.usernameKey) return { ...name, lookKey: current.lookKey }
    const isOwn = await refuseName(username, current._id, now)
    if (!isOwn) await freedNames.limit(current._id)
    await freedNames.reserve(current, now)
    return name
  }

  /** Throws CONFLICT with a message for the visitor if `write` violates a unique index. */
  async function unlessTaken<T>(id: string, nameOf: () => string | null, write: () => Promise<T>): Promise<T> {
    try {
      return await write()
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      throw await clashOf(id, nameOf(), error)
    }
  }

  /** The name is public, the address is not: with both taken, the error must not reveal the address. */
  async function clashOf(id: string, username: string | null, cause?: unknown): Promise<AppError> {
    const named = username === null ? null : await findByName(username)
    const isNamed = named !== null && named._id !== id
    if (!isNamed && username !== null && (await isLookTaken(username, id))) return looksTaken(cause)
    return taken({ username: isNamed }, cause)
  }

  /** Throws CONFLICT with a message for the visitor if another account has confirmed the address. */
  async function refuseConfirmed(id: string, { username, email }: Partial<Facts>): Promise<void> {
    const holder = email ? await findConfirmed(email) : null
    if (holder !== null && holder._id !== id) throw await clashOf(id, username ?? null)
  }

  return {
    ...links,
    unsentMails,
    writes,
    findByName,
    findConfirmed,
    refuseConfirmed,
    refuseName,

    /** By username, confirmed address, or else the first claim of the address. */
    async findForSignIn(name: string): Promise<AccountDoc | null> {
      if (!name.includes('@')) return await findByName(name)
      const emails = spellingsOf(name)
      const [confirmed, claims] = await Promise.all([
        Promise.all(emails.map(findConfirmed)),
        Promise.all(emails.map((email) => openClaims(email, 1))),
      ])
      return [...confirmed, ...claims.flat()].find((account) => account !== null) ?? null
    },

    /** Up to MOST_CLAIMS. */
    openClaims: (email: string) => openClaims(email, MOST_CLAIMS),

    find(id: string): Promise<AccountDoc | null> {
      return accounts.findOne({ _id: id })
    },

    /** Skips unknown ids; unordered. */
    findMany(ids: string[]): Promise<AccountDoc[]> {
      return accounts.find({ _id: { $in: ids } }).toArray()
    },

    /** Its address is not confirmed. Throws CONFLICT if the username is taken or reserved, or the address confirmed. */
    async create(facts: Facts & { managed?: true }, now: Date): Promise<AccountDoc> {
      const made = newAccount({ ...facts, id: randomBytes(12).toString('hex'), isConfirmed: false, now })
      await refuseName(made.username, null, now)
      await refuseConfirmed(made._id, facts)
      const write = () => writes.change(made._id, () => ({ document: made, events: [accountChanged(made)] }))
      await unlessTaken(made._id, () => made.username, write)
      return made
    },

    /**
     * Returns the account of this name, which may be a person's; makes one for imports if nobody has the name. Safe under
     * concurrency: the unique index decides who makes it. Throws CONFLICT for a reserved name, or one that looks like
     * another's, with a message for operators.
     */
    async findOrCreate(username: string, now: Date): Promise<AccountDoc> {
      const known = await findByName(username)
      if (known !== null) return known
      try {
        return await this.create({ username: checkUsername(username), email: null, password: null, managed: true }, now)
      } catch (error) {
        if (!isAppError(error) || error.code !== 'CONFLICT') throw error
        const other = await findByName(username)
        if (other !== null) return other
        throw new AppError(
          'CONFLICT',
          `the username ${username} looks like that of another account, or was given up lately: choose another`,
          { cause: error },
        )
      }
    },

    /** Skips existing ids, and takes names that look like others'. Throws if a username or email is taken. */
    add(documents: AccountDoc[]): Promise<number> {
      const apart = documents.map((account) => ({ ...account, lookKey: apartLookKey(account.username, account._id) }))
      return writes.add(apart, (account) => [accountChanged(account)])
    },

    /**
     * `decide` must be pure; it returns null to change nothing. Returns the current account, null if there is none.
     * Throws CONFLICT if the username is taken or reserved, or the address confirmed by another account,
     * TOO_MANY_REQUESTS after many usernames.
     */
    async change(id: string, decide: (current: AccountDoc) => Changes | null): Promise<AccountDoc | null> {
      let username: string | null = null
      const write = () =>
        writes.change(id, async (current) => {
          const changes = current && decide(current)
          if (current === null || changes === null) return null
          const { renamed, ...facts } = changes
          username = renamed?.username ?? null
          const name = renamed && (await rename(current, renamed.username, renamed.at))
          const document = { ...current, ...facts, ...name }
          return { document, events: [accountChanged(document)] }
        })
      return await unlessTaken(id, () => username, write)
    },

    /** Takes an address from all accounts that have not confirmed it; they keep their own confirmed one, if any. */
    async takeFromOthers(email: string, owner: string): Promise<void> {
      for (;;) {
        const others = (await claimsOf(email, MOST_CLAIMS)).filter(
          (other) => other._id !== owner && confirmedEmail(other) !== email,
        )
        if (others.length === 0) return
        for (const { _id } of others)
          await this.change(_id, (other) => (other.email === email ? { email: confirmedEmail(other) } : null))
      }
    },

    /** Returns false if there is no such account. Its id is never used again, its username not for a while. */
    async remove(id: string, now: Date): Promise<boolean> {
      const account = await accounts.findOne({ _id: id })
      if (account !== null) await freedNames.reserve(account, now)
      return await writes.remove(id, (removed) => [accountRemoved(removed)], now)
    },

    /** Removes up to CHUNK_SIZE of each kind; reserved names lose their owner. Returns true while there is more. */
    async eraseOf(userId: string): Promise<boolean> {
      const more = [
        await removeSome(sessions, { userId }, CHUNK_SIZE),
        await removeSome(devices, { userId }, CHUNK_SIZE),
        await eraseLinksOf(userId, CHUNK_SIZE),
        await freedNames.forgetOwner(userId, CHUNK_SIZE),
      ]
      return more.includes(true)
    },

    sessions: {
      async add(session: SessionDoc): Promise<void> {
        await sessions.insertOne(session)
      },
      async find(hash: string, now: Date): Promise<SessionDoc | null> {
        return unlessExpired(await sessions.findOne({ _id: hash }), now)
      },
      /** Skips unknown and expired ones; unordered. */
      async findMany(hashes: string[], now: Date): Promise<SessionDoc[]> {
        const all = await sessions.find({ _id: { $in: hashes } }).toArray()
        return all.filter((session) => unlessExpired(session, now) !== null)
      },
      async ofUser(userId: string, now: Date): Promise<SessionDoc[]> {
        const all = await sessions.find({ userId }, { sort: { createdAt: -1 } }).toArray()
        return all.filter((session) => unlessExpired(session, now) !== null)
      },
      async touch(hash: string, now: Date): Promise<void> {
        await sessions.updateOne({ _id: hash }, { $set: { seenAt: now.toISOString() } })
      },
      /** Returns false if there was none. */
      async remove(hash: string): Promise<boolean> {
        return (await sessions.deleteOne({ _id: hash })).deletedCount === 1
      },
    },

    /** Several users may share a browser: `_id` is the hash of its cookie and the user's id. */
    devices: {
      ...linksIn(devices),
      /** Also if it is there already: two sign-ins at once, or one after it has expired. */
      async add({ _id, ...facts }: DeviceDoc): Promise<void> {
        await retryClash(() => devices.updateOne({ _id }, { $set: facts }, { upsert: true }))
      },
      async keepNewest(userId: string, count: number): Promise<void> {
        const all = await devices.find({ userId }, { sort: { expiresAt: -1 } }).toArray()
        for (const { _id } of all.slice(count)) await devices.deleteOne({ _id })
      },
      /** Whether anybody has signed in with it. */
      async isKnown(hash: string): Promise<boolean> {
        // `;` follows `:`, so this is a prefix search.
        return (await devices.findOne({ _id: { $gte: `${hash}:`, $lt: `${hash};` } })) !== null
      },
    },

    /** Stored under hashes, since the keys name people and addresses. */
    attempts: {
      /** Returns the count including this one; it expires at `expiresAt`. */
      async count(key: string, expiresAt: Date): Promise<number> {
        const update = { $inc: { count: 1 }, $setOnInsert: { expiresAt: expiresAt.toISOString() } }
        const options = { returnDocument: 'after', upsert: true } as const
        const counted = await retryClash(() => attempts.findOneAndUpdate({ _id: sha256(key) }, update, options))
        return counted?.count ?? 1
      },
      async remove(key: string): Promise<void> {
        await attempts.deleteOne({ _id: sha256(key) })
      },
      async takeBack(key: string, count = 1): Promise<void> {
        await attempts.updateOne({ _id: sha256(key) }, { $inc: { count: -count } })
      },
      /** Removes it and returns its count. 0 if there is none, or if it changes at this moment. */
      async clear(key: string): Promise<number> {
        const count = (await attempts.findOne({ _id: sha256(key) }))?.count ?? 0
        return count > 0 && (await attempts.deleteOne({ _id: sha256(key), count })).deletedCount === 1 ? count : 0
      },
    },

    async sweep(now: Date): Promise<void> {
      for (const name of EXPIRING) await removeExpired(store.collection(name), now)
    },
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
