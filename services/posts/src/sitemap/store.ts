import type { Filter, SortOrder, Store } from '@aangan/service-kit/store/store'
import type { ListingDoc } from '../listing.ts'

/** A place in the order of all listings: by time, then by id. */
export type Position = Pick<ListingDoc, '_id' | 'createdAt'>

/** Where a page of the sitemap begins: behind this listing, whether or not that is still there. */
export interface Boundary {
  /** The page's number: '000002', since the first begins with the oldest of all. */
  name: string
  behind: Position | null
}

interface BoundaryDoc {
  _id: string
  behind: Position
}

/** Whether `a` comes after `b`; everything comes after null. */
export function isBehind(a: Position, b: Position | null): boolean {
  if (b === null || a.createdAt > b.createdAt) return true
  return a.createdAt === b.createdAt && a._id > b._id
}

const LIVE: Filter<ListingDoc> = { status: 'live' }
const OLDEST: SortOrder = { createdAt: 1, _id: 1 }
const NEWEST: SortOrder = { createdAt: -1, _id: -1 }

export type SitemapStore = ReturnType<typeof createSitemapStore>

/** All live listings from the oldest to the newest, and where they are divided. */
export function createSitemapStore(store: Store) {
  const listings = store.collection<ListingDoc>('listings')
  const boundaries = store.collection<BoundaryDoc>('sitemap-boundaries')

  async function read(filter: Filter<ListingDoc>, sort: SortOrder, limit: number): Promise<Position[]> {
    const options = { sort, limit, projection: { createdAt: 1 } as const }
    return (await listings.find({ ...LIVE, ...filter }, options).toArray()).map(({ _id, createdAt }) => ({
      _id,
      createdAt,
    }))
  }

  return {
    /** The next `limit` behind a position. No single range of an index lies there, but two do. */
    async behind(position: Position | null, limit: number): Promise<Position[]> {
      if (position === null) return await read({}, OLDEST, limit)
      const { createdAt, _id } = position
      const same = await read({ createdAt, _id: { $gt: _id } }, { _id: 1 }, limit)
      if (same.length === limit) return same
      return [...same, ...(await read({ createdAt: { $gt: createdAt } }, OLDEST, limit - same.length))]
    },

    /** The newest up to a position and with it; of all for null. */
    async newestUpTo(position: Position | null): Promise<Position | null> {
      if (position === null) return (await read({}, NEWEST, 1))[0] ?? null
      const { createdAt, _id } = position
      const [same] = await read({ createdAt, _id: { $lte: _id } }, { _id: -1 }, 1)
      return same ?? (await read({ createdAt: { $lt: createdAt } }, NEWEST, 1))[0] ?? null
    },

    /** In the pages' order; those of `names` alone where they are given. */
    async boundaries(names?: string[]): Promise<Boundary[]> {
      const found = boundaries.find(names ? { _id: { $in: names } } : {}, { sort: { _id: 1 } })
      return (await found.toArray()).map(({ _id, behind }) => ({ name: _id, behind }))
    },

    /** Sets where a page begins; whoever sets it first is right, so that several processes agree. */
    async divide(name: string, behind: Position): Promise<void> {
      await boundaries.updateOne({ _id: name }, { $setOnInsert: { behind } }, { upsert: true })
    },
  }
}
