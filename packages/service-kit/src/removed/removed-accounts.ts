import { makeIndexes } from '../store/migration-steps.ts'
import { retryClash } from '../store/retry-clash.ts'
import type { Store } from '../store/store.ts'

/** Kept forever, since an event that arrives late must not bring the person back. */
export interface RemovedAccount {
  _id: string
  removedAt: string
  /** When their data is to be erased, or erased again, in epoch milliseconds; NEVER after that. */
  eraseAt: number
  passes: number
}

const NAME = 'removed-accounts'
/** Later than any time: not every store can index null. */
const NEVER = Number.MAX_SAFE_INTEGER
/** Erased again after this time: what a request in flight wrote meanwhile. Its identity is valid for five minutes. */
const AGAIN_MS = 3_600_000
const PASSES = 2

export type RemovedAccounts = ReturnType<typeof createRemovedAccounts>

/** The people whose account was deleted, as one service has learned. */
export function createRemovedAccounts(store: Store) {
  const removed = store.collection<RemovedAccount>(NAME)

  return {
    async has(id: string): Promise<boolean> {
      return (await removed.findOne({ _id: id }, { projection: { _id: 1 } })) !== null
    },

    async among(ids: string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set()
      const found = await removed.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray()
      return new Set(found.map(({ _id }) => _id))
    },

    /** Idempotent. */
    async add(id: string, now: Date): Promise<void> {
      const facts = { removedAt: now.toISOString(), eraseAt: now.getTime(), passes: 0 }
      await retryClash(() => removed.updateOne({ _id: id }, { $setOnInsert: facts }, { upsert: true }))
    },

    /** The longest overdue one; null if nothing is to be erased. */
    async due(now: Date): Promise<RemovedAccount | null> {
      const overdue = { eraseAt: { $lte: now.getTime() } }
      return (await removed.find(overdue, { sort: { eraseAt: 1 }, limit: 1 }).toArray())[0] ?? null
    },

    async passed({ _id, passes }: RemovedAccount, now: Date): Promise<void> {
      const eraseAt = passes + 1 < PASSES ? now.getTime() + AGAIN_MS : NEVER
      await removed.updateOne({ _id, passes }, { $set: { passes: passes + 1, eraseAt } })
    },

    async postpone({ _id, passes }: RemovedAccount, until: number): Promise<void> {
      await removed.updateOne({ _id, passes }, { $set: { eraseAt: until } })
    },
  }
}

/** For a migration of each service that has personal data. */
export async function indexRemovedAccounts(store: Store): Promise<void> {
  await makeIndexes(store, NAME, [{ name: 'eraseAt', key: { eraseAt: 1 } }])
}
