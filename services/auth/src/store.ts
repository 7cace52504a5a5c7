import { randomBytes } from 'node:crypto'
import { isAppError } from '@aangan/service-kit/errors'
import { type Expiring, removeExpired, unlessExpired } from '@aangan/service-kit/store/expiring'
import { type Collection, isDuplicateKey, type Store } from '@aangan/service-kit/store/store'
import { createWrites } from '@aangan/service-kit/writes/writes'
import { type AccountDoc, accountChanged, newAccount, usernameKey } from './account.ts'
import { checkUsername, clashOf } from './rules.ts'

/** A signed-in browser; `_id` is the hash of its cookie. */
export interface SessionDoc {
  _id: string
  userId: string
  createdAt: string
  seenAt: string
  expiresAt: string
  userAgent: string
}

/** A user's known browser, or a link for a new password. */
export interface SecretDoc extends Expiring {
  userId: string
}

interface AttemptsDoc extends Expiring {
  count: number
}

export type AuthStore = ReturnType<typeof createAuthStore>
export type Facts = Pick<AccountDoc, 'username' | 'email' | 'password'>

export function createAuthStore(store: Store) {
  const accounts = store.collection<AccountDoc>('accounts')
  const sessions = store.collection<SessionDoc>('sessions')
  const devices = store.collection<SecretDoc>('devices')
  const resets = store.collection<SecretDoc>('resets')
  const attempts = store.collection<AttemptsDoc>('attempts')
  const writes = createWrites<AccountDoc>(store, { documents: 'accounts', removed: 'accounts-removed' })

  const findByName = (username: string) => accounts.findOne({ usernameKey: usernameKey(username) })
  const findByEmail = (email: string) => accounts.findOne({ emailKey: email })

  /** Throws CONFLICT with a message for the visitor if `write` violates a unique index. */
  async function unlessTaken<T>(id: string, username: string | null, write: () => Promise<T>): Promise<T> {
    try {
      return await write()
    } catch (error) {
      // The name is public, the address is not: with both taken, the error must not reveal the address.
      const holder = username === null ? null : await findByName(username)
      throw clashOf(error, { username: holder !== null && holder._id !== id })
    }
  }

  return {
    writes,
    findByName,
    findByEmail,

    find(id: string): Promise<AccountDoc | null> {
      return accounts.findOne({ _id: id })
    },

    /** Skips unknown ids; unordered. */
    findMany(ids: string[]): Promise<AccountDoc[]> {
      return accounts.find({ _id: { $in: ids } }).toArray()
    },

    /** Throws CONFLICT if the username or email is taken. */
    async create(facts: Facts, now: Date): Promise<AccountDoc> {
      const made = newAccount({ ...facts, id: randomBytes(12).toString('hex'), now })
      const write = () => writes.change(made._id, () => ({ document: made, events: [accountChanged(made)] }))
      await unlessTaken(made._id, made.username, write)
      return made
    },

    /** Creates it without a password if missing. Safe under concurrency: the unique index decides who creates it. */
    async findOrCreate(username: string, now: Date): Promise<AccountDoc> {
      const known = await findByName(username)
      if (known !== null) return known
      try {
        return await this.create({ username: checkUsername(username), email: null, password: null }, now)
      } catch (error) {
        const other = isAppError(error) && error.code === 'CONFLICT' ? await findByName(username) : null
        if (other === null) throw error
        return other
      }
    },

    /** Skips existing ids. Throws if a username or email is taken. */
    add(documents: AccountDoc[]): Promise<number> {
      return writes.add(documents, (account) => [accountChanged(account)])
    },

    /** Null if there is no such account. Throws CONFLICT if the username or email is taken. */
    async change(id: string, facts: Partial<Facts & Pick<AccountDoc, 'signedOut'>>): Promise<AccountDoc | null> {
      const write = () =>
        writes.change(id, (current) => {
          if (current === null) return null
          const next = { ...current, ...facts }
          const document = { ...next, usernameKey: usernameKey(next.username), emailKey: next.email ?? id }
          return { document, events: [accountChanged(document)] }
        })
      return await unlessTaken(id, facts.username ?? null, write)
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
      ...secretsIn(devices),
      /** Also if it is there already: two sign-ins at once, or one after it has expired. */
      async add({ _id, ...facts }: SecretDoc): Promise<void> {
        try {
          await devices.updateOne({ _id }, { $set: facts }, { upsert: true })
        } catch (error) {
          // MongoDB rejects one of two concurrent upserts.
          if (!isDuplicateKey(error)) throw error
        }
      },
      /** Whether anybody has signed in with it. */
      async isKnown(hash: string): Promise<boolean> {
        // `;` follows `:`, so this is a prefix search.
        return (await devices.findOne({ _id: { $gte: `${hash}:`, $lt: `${hash};` } })) !== null
      },
    },
    resets: secretsIn(resets),

    attempts: {
      /** Returns the count including this one; it expires at `expiresAt`. */
      async count(key: string, expiresAt: Date): Promise<number> {
        const update = { $inc: { count: 1 }, $setOnInsert: { expiresAt: expiresAt.toISOString() } }
        const options = { returnDocument: 'after', upsert: true } as const
        return (await attempts.findOneAndUpdate({ _id: key }, update, options))?.count ?? 1
      },
      async remove(key: string): Promise<void> {
        await attempts.deleteOne({ _id: key })
      },
      async takeBack(key: string, count = 1): Promise<void> {
        await attempts.updateOne({ _id: key }, { $inc: { count: -count } })
      },
      /** Removes it and returns its count. 0 if there is none, or if it changes at this moment. */
      async clear(key: string): Promise<number> {
        const count = (await attempts.findOne({ _id: key }))?.count ?? 0
        return count > 0 && (await attempts.deleteOne({ _id: key, count })).deletedCount === 1 ? count : 0
      },
    },

    async sweep(now: Date): Promise<void> {
      for (const name of ['sessions', 'devices', 'resets', 'attempts']) await removeExpired(store.collection(name), now)
    },
  }
}

function secretsIn(secrets: Collection<SecretDoc>) {
  return {
    async add(secret: SecretDoc): Promise<void> {
      await secrets.insertOne(secret)
    },
    async find(hash: string, now: Date): Promise<SecretDoc | null> {
      return unlessExpired(await secrets.findOne({ _id: hash }), now)
    },
    /** Returns false if there was none; of two concurrent callers only one gets true. */
    async use(hash: string): Promise<boolean> {
      return (await secrets.deleteOne({ _id: hash })).deletedCount === 1
    },
    async removeOf(userId: string): Promise<void> {
      for await (const { _id } of secrets.find({ userId })) await secrets.deleteOne({ _id })
    },
  }
}
