import { COUNT_LIMIT } from '@aangan/contracts/post-constants'
import type { PublicUser } from '@aangan/contracts/users'
import type { Filter, Store } from '@aangan/service-kit/store/store'
import { createWrites } from '@aangan/service-kit/writes/writes'
import { postChanged, postRemoved } from './happened.ts'
import type { ListingDoc } from './listing.ts'
import type { Search } from './rules.ts'
import { countUpTo } from './search/count.ts'
import { readLate } from './search/late.ts'
import { pageOf } from './search/page.ts'
import { createSearched } from './search/stores.ts'
import { ON_MAP } from './search-fields.ts'
import { createMarks } from './tallies/marks.ts'

export type PostStore = ReturnType<typeof createPostStore>

/** The listings, and what remains of those that were taken down. */
export function createPostStore(store: Store) {
  const listings = store.collection<ListingDoc>('listings')
  const searched = createSearched(store)
  const { around } = createMarks(store)
  const writes = createWrites<ListingDoc>(store, { documents: 'listings', removed: 'removals', around })

  return {
    /** For the relay. */
    writes,

    async isEmpty(): Promise<boolean> {
      return (await listings.findOne({}, { projection: { _id: 1 } })) === null
    },

    find(id: string): Promise<ListingDoc | null> {
      return listings.findOne({ _id: id })
    },

    /** Those of `ids` that are there, in no order. */
    findMany(ids: string[]): Promise<ListingDoc[]> {
      return listings.find({ _id: { $in: ids } }).toArray()
    },

    /** A person's own, the latest first. */
    ofOwner(userId: string, limit: number): Promise<ListingDoc[]> {
      return listings.find({ userId }, { sort: { createdAt: -1, _id: -1 }, limit }).toArray()
    },

    /**
     * The page of a search, with one listing more than `limit` where there are more, so that the caller knows whether
     * another follows; and how many match in all: up to COUNT_LIMIT, and COUNT_LIMIT + 1 for anything above it.
     */
    async search(search: Search): Promise<{ found: ListingDoc[]; total: number }> {
      const late = await readLate(searched)
      const limit = COUNT_LIMIT + 1
      const [found, total] = await Promise.all([
        pageOf(searched, search, late),
        countUpTo(searched, search, { late, limit }),
      ])
      return { found, total }
    },

    /** What a search finds that was published after `since`, the latest first: at most `limit`. */
    async published(search: Search, { since, limit }: { since: string; limit: number }): Promise<ListingDoc[]> {
      const newest = { ...search, sort: 'newest', after: null, limit: limit - 1 } as const
      const found = await pageOf(searched, newest, await readLate(searched))
      return found.filter(({ createdAt }) => createdAt > since)
    },

    /** How many live listings somebody has, counted up to COUNT_LIMIT. */
    countLive(userId: string): Promise<number> {
      return listings.countDocuments({ userId, ...ON_MAP }, { limit: COUNT_LIMIT })
    },

    /**
     * Adds listings; those whose id is there already stay as they are, and those that were taken down stay away. Answers
     * how many are new.
     */
    add(documents: ListingDoc[]): Promise<number> {
      return writes.add(documents, (listing) => [postChanged(listing)])
    },

    /**
     * Changes a listing. `decide` is asked again when somebody else was faster; what it throws is thrown. Null where there
     * is none.
     */
    change(id: string, decide: (current: ListingDoc) => ListingDoc): Promise<ListingDoc | null> {
      return writes.change(id, (current) => {
        if (current === null) return null
        const document = decide(current)
        return { document, events: [postChanged(document)] }
      })
    },

    /**
     * Takes a listing down for good: its id never stands for a home again. `check` throws where that is refused.
     * Answers false where there is none.
     */
    remove(id: string, now: Date, check: (listing: ListingDoc) => void = () => undefined): Promise<boolean> {
      const decide = (listing: ListingDoc) => {
        check(listing)
        return [postRemoved(listing)]
      }
      return writes.remove(id, decide, now)
    },

    isRemoved(id: string): Promise<boolean> {
      return writes.isRemoved(id)
    },

    /** Keeps the copy of the owner, unless one came by event in the meantime. */
    async keepOwner(id: string, owner: PublicUser): Promise<void> {
      await listings.updateOne({ _id: id, owner: null }, { $set: { owner } })
    },

    /** Renews at most `limit` copies of an owner that are older than `rev`; answers how many there were. */
    async renewOwner(owner: PublicUser, rev: number, limit: number): Promise<number> {
      const older: Filter<ListingDoc> = { userId: owner.id, ownerRev: { $lt: rev } }
      const found = await listings.find(older, { sort: { ownerRev: 1 }, limit, projection: { _id: 1 } }).toArray()
      if (found.length === 0) return 0
      const operations = found.map(({ _id }) => ({
        updateOne: { filter: { _id, ownerRev: { $lt: rev } }, update: { $set: { owner, ownerRev: rev } } },
      }))
      await listings.bulkWrite(operations, { ordered: false })
      return found.length
    },
  }
}
