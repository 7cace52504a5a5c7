import type { Store } from '@aangan/service-kit/store/store'
import type { ListingDoc } from './listing.ts'
import { createMarks } from './tallies/marks.ts'

/** What is left of a listing that its owner took down: its id never stands for a home again. */
export interface RemovalDoc {
  _id: string
  removedAt: string
  /** Pending until the listing itself is gone: what a crash leaves in between is made good at the start. */
  state: 'pending' | 'done'
}

const PIECE = 100

export type Removals = ReturnType<typeof createRemovals>

/** The listings that were taken down. Call `prepare` once before anything else. */
export function createRemovals(store: Store) {
  const removals = store.collection<RemovalDoc>('removals')
  const listings = store.collection<ListingDoc>('listings')
  const marks = createMarks(store)

  /** The tombstone stands before the listing goes, so that no moment lets an import bring it back. */
  async function finish(id: string): Promise<void> {
    const listing = await listings.findOne({ _id: id })
    if (listing) await marks.around([listing], () => listings.deleteOne({ _id: id }))
    await removals.updateOne({ _id: id }, { $set: { state: 'done' } })
  }

  return {
    /** Makes the index and finishes what a crash interrupted. */
    async prepare(): Promise<void> {
      await removals.createIndexes([{ name: 'state', key: { state: 1 } }])
      for (;;) {
        const left = await removals.find({ state: 'pending' }, { limit: PIECE }).toArray()
        for (const { _id } of left) await finish(_id)
        if (left.length < PIECE) return
      }
    },

    async has(id: string): Promise<boolean> {
      return (await removals.findOne({ _id: id })) !== null
    },

    /** Takes a listing down for good; safe to call twice. */
    async remove(id: string, now: Date): Promise<void> {
      const removal = { removedAt: now.toISOString(), state: 'pending' }
      await removals.updateOne({ _id: id }, { $setOnInsert: removal }, { upsert: true })
      await finish(id)
    },

    /** Those of `ids` that were taken down. */
    async among(ids: string[]): Promise<Set<string>> {
      const found = await removals.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray()
      return new Set(found.map(({ _id }) => _id))
    },

    /** Takes away again what came in while it was being taken down. */
    async keepOut(ids: string[]): Promise<void> {
      for (const id of await this.among(ids)) await finish(id)
    },
  }
}
