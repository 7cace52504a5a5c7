import type { Account } from '@aangan/contracts/accounts'
import { COUNT_LIMIT } from '@aangan/contracts/post-constants'
import { AppError } from '@aangan/service-kit/errors'
import { isDuplicateKey, type Store } from '@aangan/service-kit/store/store'
import { createWrites } from '@aangan/service-kit/writes/writes'
import type { UserSearch } from './rules.ts'
import { newUser, type Own, type UserDoc, userChanged, withAccount, withOwn } from './user.ts'

/** A listing that somebody saved; `_id` is both ids, so that nobody saves one twice. */
interface SavedDoc {
  _id: string
  userId: string
  postId: string
  savedAt: string
}

/** Enough for dozens of clicks at once. */
const TRIES = 100

export type UserStore = ReturnType<typeof createUserStore>

/** The profiles, and what people saved. */
export function createUserStore(store: Store) {
  const users = store.collection<UserDoc>('users')
  const saved = store.collection<SavedDoc>('saved')
  const writes = createWrites<UserDoc>(store, { documents: 'users', removed: 'users-removed' })

  return {
    /** For the relay. */
    writes,

    find(id: string): Promise<UserDoc | null> {
      return users.findOne({ _id: id })
    },

    /** Those of the ids that exist, in no order. */
    findMany(ids: string[]): Promise<UserDoc[]> {
      return users.find({ _id: { $in: ids } }).toArray()
    },

    /** Exact up to COUNT_LIMIT, and COUNT_LIMIT + 1 for anything above it. */
    count({ agents }: UserSearch): Promise<number> {
      return users.countDocuments(agents ? { listed: true } : {}, { limit: COUNT_LIMIT + 1 })
    },

    /** One person more than `limit` where there are more. */
    async page({ agents, limit, after }: UserSearch): Promise<UserDoc[]> {
      const filter = agents ? { listed: true } : {}
      const sort = { createdAt: -1, _id: -1 } as const
      const wanted = limit + 1
      if (after === null) return await users.find(filter, { sort, limit: wanted }).toArray()
      const { value, id } = after
      // Two ranges, each in the order of an index: those who joined at the same moment, then those before.
      const sameMoment = { ...filter, createdAt: value, _id: { $lt: id } }
      const same = await users.find(sameMoment, { sort: { _id: -1 }, limit: wanted }).toArray()
      if (same.length === wanted) return same
      const before = users.find({ ...filter, createdAt: { $lt: value } }, { sort, limit: wanted - same.length })
      return [...same, ...(await before.toArray())]
    },

    /** Adds people; those whose id is there already stay as they are. */
    async add(documents: UserDoc[]): Promise<number> {
      return await writes.add(documents, (user) => [userChanged(user)])
    },

    /** Writes what the account says into its profile, which it makes where there is none. Safe to run twice. */
    async arrive(account: Account): Promise<UserDoc | null> {
      return await writes.change(account.id, (current) => {
        const document = current === null ? newUser(account) : withAccount(current, account)
        return document && { document, events: [userChanged(document)] }
      })
    },

    /** Changes a person's own part. Null where there is no such profile. */
    async change(id: string, own: Partial<Own>): Promise<UserDoc | null> {
      return await writes.change(id, (current) => {
        if (current === null) return null
        const document = withOwn(current, own)
        return { document, events: [userChanged(document)] }
      })
    },

    saved: {
      /**
       * Saves a listing or gives it up, whichever it was not. Of many calls at once each does one of the two.
       * @returns whether it is saved now
       */
      async toggle(userId: string, postId: string, now: Date): Promise<boolean> {
        const _id = `${userId}:${postId}`
        for (let tries = 1; tries <= TRIES; tries += 1) {
          if ((await saved.deleteOne({ _id })).deletedCount === 1) return false
          try {
            await saved.insertOne({ _id, userId, postId, savedAt: now.toISOString() })
            return true
          } catch (error) {
            if (!isDuplicateKey(error)) throw error
          }
        }
        throw new AppError('CONFLICT', 'This place is being saved and unsaved elsewhere. Try again.')
      },

      /** The ids of saved listings, the latest first. */
      async of(userId: string, limit: number): Promise<string[]> {
        const found = await saved.find({ userId }, { sort: { savedAt: -1, _id: -1 }, limit }).toArray()
        return found.map(({ postId }) => postId)
      },

      /** Which of these listings are saved. */
      async among(userId: string, postIds: string[]): Promise<string[]> {
        const found = await saved.find({ _id: { $in: postIds.map((id) => `${userId}:${id}`) } }).toArray()
        return found.map(({ postId }) => postId)
      },

      /** Forgets a listing that is gone, some at a time. Returns how many were forgotten. */
      async forget(postId: string, limit: number): Promise<number> {
        const found = await saved.find({ postId }, { limit }).toArray()
        for (const { _id } of found) await saved.deleteOne({ _id })
        return found.length
      },
    },
  }
}
