import type { Store } from '@aangan/service-kit/store/store'
import type { SearchedPost } from './listing-row.ts'
import type { Change } from './search.ts'

/** Listings that are read, and passed on, at a time. */
const PIECE = 200

/** What search reads of a listing. */
const FIELDS: Record<Exclude<keyof SearchedPost, 'id'>, 1> = {
  ...{ rev: 1, status: 1, createdAt: 1, type: 1, property: 1, bedroom: 1, furnishing: 1 },
  ...{ price: 1, size: 1, address: 1, city: 1, latitude: 1, longitude: 1 },
}

type Stored = Omit<SearchedPost, 'id'> & { _id: string }

/** The listings as search reads them from the store. */
export function createStored(store: Store) {
  const listings = store.collection<Stored>('listings')
  const removals = store.collection<{ _id: string; rev: number }>('removals')
  const batches = store.collection<{ _id: string; ids: string[] }>('batches')

  return {
    /** All live ones, in pieces. */
    live: () => pieces(listings.find({ status: 'live' }, { projection: FIELDS })),

    /** What is saved and not announced yet, by a process that died or while none was running: in pieces. */
    async *pending(): AsyncGenerator<Change[], void, undefined> {
      const pending = { outboxDue: { $gte: 0 } }
      yield* pieces(listings.find(pending, { projection: FIELDS }))
      for await (const { ids } of batches.find({})) {
        yield* pieces(listings.find({ _id: { $in: ids } }, { projection: FIELDS }))
      }
      for await (const { _id: id, rev } of removals.find(pending, { projection: { rev: 1 } })) yield [{ id, rev }]
    },

    count(): Promise<number> {
      return listings.countDocuments({ status: 'live' })
    },
  }
}

async function* pieces(listings: AsyncIterable<Stored>): AsyncGenerator<SearchedPost[], void, undefined> {
  let piece: SearchedPost[] = []
  for await (const listing of listings) {
    piece.push(searched(listing))
    if (piece.length < PIECE) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

function searched({ _id, ...listing }: Stored): SearchedPost {
  return { id: _id, ...listing }
}
