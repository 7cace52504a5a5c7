import type { Store } from '@aangan/service-kit/store/store'

/**
 * The tokens of the snapshots that fit this store. A store restored from a backup does not have the token of a later
 * snapshot, whose listings and position in the event log it does not know.
 */
export function createSnapshotTokens(store: Store) {
  const tokens = store.collection('snapshots')
  let last: string | null = null
  return {
    /** Whether the snapshot fits. True only once: its file is gone by now. */
    async take(token: string): Promise<boolean> {
      return (await tokens.deleteOne({ _id: token })).deletedCount === 1
    },

    /** Call once the snapshot is written; it replaces the previous one of this process. */
    async keep(token: string): Promise<void> {
      if (token === last) return
      await tokens.insertOne({ _id: token })
      if (last !== null) await tokens.deleteOne({ _id: last })
      last = token
    },
  }
}
