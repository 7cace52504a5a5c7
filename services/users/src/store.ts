import { randomBytes } from 'node:crypto'
import { COUNT_LIMIT } from '@aangan/contracts/post-constants'
import { isDuplicateKey, type Store } from '@aangan/service-kit/store/store'
import { createWrites } from '@aangan/service-kit/writes/writes'
import type { UserSearch } from './rules.ts'
import { type NewUser, newUser, type UserDoc, userChanged, usernameKey } from './user.ts'

export type UserStore = ReturnType<typeof createUserStore>

/** The profiles. */
export function createUserStore(store: Store) {
  const users = store.collection<UserDoc>('users')
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

    findByName(username: string): Promise<UserDoc | null> {
      return users.findOne({ usernameKey: usernameKey(username) })
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
      const same = await users.find(sameMoment, { sort, limit: wanted }).toArray()
      if (same.length === wanted) return same
      const before = users.find({ ...filter, createdAt: { $lt: value } }, { sort, limit: wanted - same.length })
      return [...same, ...(await before.toArray())]
    },

    /** Adds people; those whose id is there already stay as they are. Throws where a username is taken. */
    async add(documents: UserDoc[]): Promise<number> {
      return await writes.add(documents, (user) => [userChanged(user)])
    },

    /**
     * The person of that name, made where there is none. Many callers at once get the same one: the unique index
     * decides who makes it, the others read it.
     */
    async findOrCreate(facts: NewUser, now: Date): Promise<UserDoc> {
      const known = await this.findByName(facts.username)
      if (known !== null) return known
      const made = newUser(facts, { id: randomBytes(12).toString('hex'), now })
      try {
        await writes.change(made._id, () => ({ document: made, events: [userChanged(made)] }))
        return made
      } catch (error) {
        const other = isDuplicateKey(error) ? await this.findByName(facts.username) : null
        if (other === null) throw error
        return other
      }
    },
  }
}
