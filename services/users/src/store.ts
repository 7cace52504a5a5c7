import type { Account } from '@aangan/contracts/accounts'
import { type PictureUse, type UploadName, uploadIdsOf } from '@aangan/contracts/media'
import { COUNT_LIMIT } from '@aangan/contracts/post-constants'
import { AppError, isAppError } from '@aangan/service-kit/errors'
import { createRemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import { removeSome } from '@aangan/service-kit/store/remove-some'
import { isDuplicateKey, type Store } from '@aangan/service-kit/store/store'
import { createWrites } from '@aangan/service-kit/writes/writes'
import type { UserSearch } from './rules.ts'
import { newUser, type Own, type UserDoc, userChanged, withAccount, withOwn } from './user.ts'

/** `_id` joins both ids, which prevents duplicates. */
export interface SavedDoc {
  _id: string
  userId: string
  postId: string
  savedAt: string
}

/** Enough for dozens of concurrent clicks. */
const TRIES = 100

export type UserStore = ReturnType<typeof createUserStore>

export function createUserStore(store: Store) {
  const users = store.collection<UserDoc>('users')
  const saved = store.collection<SavedDoc>('saved')
  const writes = createWrites<UserDoc>(store, { documents: 'users', removed: 'users-removed' })
  const removed = createRemovedAccounts(store)

  /** Nobody keeps a copy of a name: no event says that it is gone. */
  const remove = (id: string, now: Date) => writes.remove(id, () => [], now)

  return {
    writes,

    find(id: string): Promise<UserDoc | null> {
      return users.findOne({ _id: id })
    },

    /** In no particular order; unknown ids are omitted. */
    findMany(ids: string[]): Promise<UserDoc[]> {
      return users.find({ _id: { $in: ids } }).toArray()
    },

    /** One person for each of these uploads that is anybody's picture. */
    async picturesAmong(uploads: readonly UploadName[]): Promise<PictureUse[]> {
      const found = uploads.map(({ kind, id }) => {
        const folder = `/media/${kind}/${id}`
        return users.findOne({ avatar: { $gt: `${folder}/`, $lt: `${folder}0` } })
      })
      return (await Promise.all(found)).flatMap((user) =>
        user === null ? [] : [{ id: user._id, rev: user.rev, uploadIds: uploadIdsOf([user.avatar ?? '']) }],
      )
    },

    /** COUNT_LIMIT + 1 stands for anything above COUNT_LIMIT. */
    count({ agents }: UserSearch): Promise<number> {
      return users.countDocuments(agents ? { listed: true } : {}, { limit: COUNT_LIMIT + 1 })
    },

    /** Returns one extra person if there is a next page. */
    async page({ agents, limit, after }: UserSearch): Promise<UserDoc[]> {
      const filter = agents ? { listed: true } : {}
      const sort = { createdAt: -1, _id: -1 } as const
      const wanted = limit + 1
      if (after === null) return await users.find(filter, { sort, limit: wanted }).toArray()
      const { value, id } = after
      // Two ranges in index order: same join time first, then earlier.
      const sameMoment = { ...filter, createdAt: value, _id: { $lt: id } }
      const same = await users.find(sameMoment, { sort: { _id: -1 }, limit: wanted }).toArray()
      if (same.length === wanted) return same
      const before = users.find({ ...filter, createdAt: { $lt: value } }, { sort, limit: wanted - same.length })
      return [...same, ...(await before.toArray())]
    },

    /** Skips existing ids. */
    async add(documents: UserDoc[]): Promise<number> {
      return await writes.add(documents, (user) => [userChanged(user)])
    },

    /** Creates or updates the profile of an account; null for a removed one, however late it arrives. Idempotent. */
    async arrive(account: Account): Promise<UserDoc | null> {
      if (await removed.has(account.id)) return null
      const arrived = await writes
        .change(account.id, (current) => {
          const document = current === null ? newUser(account) : withAccount(current, account)
          return document && { document, events: [userChanged(document)] }
        })
        .catch((error: unknown) => {
          if (isAppError(error) && error.code === 'GONE') return null
          throw error
        })
      // Removed between the check and the write.
      if (!(await removed.has(account.id))) return arrived
      await remove(account.id, new Date())
      return null
    },

    /** Permanent. Returns false if there is no profile. */
    remove,

    /** Null for an unknown profile. */
    async change(id: string, own: Partial<Own>): Promise<UserDoc | null> {
      return await writes.change(id, (current) => {
        if (current === null) return null
        const document = withOwn(current, own)
        return { document, events: document.avatar === current.avatar ? [] : [userChanged(document)] }
      })
    },

    saved: {
      /** Each of several concurrent calls toggles once. Returns whether the listing is saved now. */
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
        throw new AppError('CONFLICT', 'This place is being saved or unsaved in another window. Try again.')
      },

      /** Listing ids, latest saved first. */
      async of(userId: string, limit: number): Promise<string[]> {
        const found = await saved.find({ userId }, { sort: { savedAt: -1, _id: -1 }, limit }).toArray()
        return found.map(({ postId }) => postId)
      },

      /** In the order of their ids. */
      page(userId: string, { after, limit }: { after: string | null; limit: number }): Promise<SavedDoc[]> {
        return saved
          .find({ userId, ...(after !== null && { _id: { $gt: after } }) }, { sort: { _id: 1 }, limit })
          .toArray()
      },

      /** Removes up to `limit` entries of a person. Returns true while there may be more. */
      forgetOf(userId: string, limit: number): Promise<boolean> {
        return removeSome(saved, { userId }, limit)
      },

      async among(userId: string, postIds: string[]): Promise<string[]> {
        const found = await saved.find({ _id: { $in: postIds.map((id) => `${userId}:${id}`) } }).toArray()
        return found.map(({ postId }) => postId)
      },

      /** Deletes up to `limit` entries. Returns how many. */
      async forget(postId: string, limit: number): Promise<number> {
        const found = await saved.find({ postId }, { limit }).toArray()
        for (const { _id } of found) await saved.deleteOne({ _id })
        return found.length
      },
    },
  }
}
