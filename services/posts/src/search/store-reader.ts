import { chunksOf } from '@aangan/service-kit/chunks'
import type { Filter, Store } from '@aangan/service-kit/store/store'
import { type SearchedPost, searchedPost } from './listing-row.ts'
import type { Change } from './search.ts'

const CHUNK_SIZE = 200

const FIELDS: Record<Exclude<keyof SearchedPost, 'id'>, 1> = {
  ...{ rev: 1, status: 1, createdAt: 1, type: 1, property: 1, bedroom: 1, furnishing: 1 },
  ...{ price: 1, size: 1, address: 1, city: 1, latitude: 1, longitude: 1, approximate: 1 },
}

type Stored = Omit<SearchedPost, 'id'> & { _id: string }

export function createStoreReader(store: Store) {
  const listings = store.collection<Stored>('listings')
  const removals = store.collection<{ _id: string; rev: number }>('removals')
  const batches = store.collection<{ _id: string; ids: string[] }>('batches')

  async function* read(filter: Filter<Stored>): AsyncGenerator<SearchedPost[], void, undefined> {
    for await (const chunk of chunksOf(listings.find(filter, { projection: FIELDS }), CHUNK_SIZE))
      yield chunk.map(searched)
  }

  return {
    live: () => read({ status: 'live' }),

    /** Saved but unpublished changes, left by a process that died or written while none was running. */
    async *pending(): AsyncGenerator<Change[], void, undefined> {
      const pending = { outboxDue: { $gte: 0 } }
      yield* read(pending)
      for await (const { ids } of batches.find({})) yield* read({ _id: { $in: ids } })
      for await (const { _id: id, rev } of removals.find(pending, { projection: { rev: 1 } })) yield [{ id, rev }]
    },

    count(): Promise<number> {
      return listings.countDocuments({ status: 'live' })
    },
  }
}

function searched(stored: Stored): SearchedPost {
  return searchedPost({ ...stored, id: stored._id })
}
