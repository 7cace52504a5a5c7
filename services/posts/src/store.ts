import { COUNT_LIMIT } from '@aangan/contracts/post-constants'
import type { PublicUser } from '@aangan/contracts/users'
import type { Store } from '@aangan/service-kit/store/store'
import { createBatches } from '@aangan/service-kit/writes/batches'
import type { Pending } from '@aangan/service-kit/writes/document'
import { createWrites, type Outbox } from '@aangan/service-kit/writes/writes'
import { postChanged, postRemoved, postsAdded, searched } from './happened.ts'
import { type ListingDoc, readListing, type StoredListing, storedListing } from './listing.ts'
import { pieces } from './pieces.ts'
import type { Change } from './search/search.ts'

export type PostStore = ReturnType<typeof createPostStore>

/** Tells the search what was written; whoever writes without one leaves that to the events. */
type Tell = (changes: Change[]) => Promise<void>

/** Copies of an owner that are renewed at a time. */
const PIECE = 200

const tellNobody: Tell = async () => undefined

/**
 * The listings, and what remains of those that were taken down.
 * @param tell called for each write before it is acknowledged
 */
export function createPostStore(store: Store, tell = tellNobody) {
  const listings = store.collection<StoredListing>('listings')
  const writes = createWrites<StoredListing>(store, { documents: 'listings', removed: 'removals' })
  const batches = createBatches<StoredListing>(store, {
    ...{ documents: 'listings', removed: 'removals', batches: 'batches' },
    eventsOf: (added) => postsAdded(added.map(readListing)),
  })

  function tellingFirst(outbox: Outbox): Outbox {
    return {
      ...outbox,
      async settle(document) {
        const settled = await outbox.settle(document)
        await tell((settled?.outbox ?? []).flatMap(changesOf))
        return settled
      },
    }
  }

  return {
    /** For the relay: what it announces, whoever wrote it, the search knows before. */
    writes: [writes, batches].map(({ outboxes, listen }) => ({ outboxes: outboxes.map(tellingFirst), listen })),

    async isEmpty(): Promise<boolean> {
      return (await listings.findOne({}, { projection: { _id: 1 } })) === null
    },

    async find(id: string): Promise<ListingDoc | null> {
      const found = await listings.findOne({ _id: id })
      return found && readListing(found)
    },

    /** Those of `ids` that are there, in no order. */
    async findMany(ids: string[]): Promise<ListingDoc[]> {
      return ids.length === 0 ? [] : (await listings.find({ _id: { $in: ids } }).toArray()).map(readListing)
    },

    /** The live ones of `ids`, in the order of `ids`: what a search found may have changed since. */
    async findInOrder(ids: string[]): Promise<ListingDoc[]> {
      const live = (await this.findMany(ids)).filter(({ status }) => status === 'live')
      const found = new Map(live.map((listing) => [listing._id, listing]))
      return ids.flatMap((id) => found.get(id) ?? [])
    },

    /** A person's own, the latest first. */
    async ofOwner(userId: string, limit: number): Promise<ListingDoc[]> {
      const own = await listings.find({ userId }, { sort: { createdAt: -1, _id: -1 }, limit }).toArray()
      return own.map(readListing)
    },

    /** How many live listings somebody has, counted up to COUNT_LIMIT. */
    countLive(userId: string): Promise<number> {
      return listings.countDocuments({ userId, status: 'live' }, { limit: COUNT_LIMIT })
    },

    async publish(listing: ListingDoc): Promise<void> {
      await writes.add([storedListing(listing)], () => [postChanged(listing)])
      await tell([searched(listing)])
    },

    /**
     * Adds many listings; those whose id is there already stay as they are, and those that were taken down stay away.
     * Returns how many are new.
     */
    async add(documents: ListingDoc[]): Promise<number> {
      const added = await batches.add(documents.map(storedListing))
      if (tell !== tellNobody) await tell(added.map(readListing).map(searched))
      return added.length
    },

    /**
     * Changes a listing. `decide` is asked again when somebody else was faster; what it throws is thrown. Null where there
     * is none.
     */
    async change(id: string, decide: (current: ListingDoc) => ListingDoc): Promise<ListingDoc | null> {
      const changed = await writes.change(id, (current) => {
        if (current === null) return null
        const known = readListing(current)
        const next = decide(known)
        // A later release's facts stay, and so does the owner's copy, which is renewed without a `rev`.
        const others = Object.entries(current).filter(([name]) => !(name in known))
        const { owner, ownerRev } = current
        const document = { ...Object.fromEntries(others), ...storedListing(next), owner, ownerRev }
        return { document, events: [postChanged(next)] }
      })
      const listing = changed && readListing(changed)
      if (listing !== null) await tell([searched(listing)])
      return listing
    },

    /**
     * Takes a listing down for good: its id never stands for a home again. `check` throws where that is refused.
     * Answers false where there is none.
     */
    async remove(id: string, now: Date, check: (listing: ListingDoc) => void = () => undefined): Promise<boolean> {
      let last = 0
      const decide = (listing: StoredListing) => {
        check(readListing(listing))
        last = listing.rev
        return [postRemoved(listing)]
      }
      const removed = await writes.remove(id, decide, now)
      if (removed) await tell([{ id, rev: last + 1 }])
      return removed
    },

    /** How many batches of listings are due that no site has announced yet. */
    pending(): Promise<number> {
      return batches.pending()
    },

    isRemoved(id: string): Promise<boolean> {
      return writes.isRemoved(id)
    },

    /** Keeps the copy of the owner, unless one came by event in the meantime. */
    async keepOwner(id: string, { username, avatar }: PublicUser): Promise<void> {
      await listings.updateOne({ _id: id, owner: null }, { $set: { owner: { username, avatar } } })
    },

    /** Renews the copies of an owner that are older than `rev`. */
    async renewOwner({ id, username, avatar }: PublicUser, rev: number): Promise<void> {
      const update = { $set: { owner: { username, avatar }, ownerRev: rev } }
      const own = listings.find({ userId: id }, { projection: { ownerRev: 1 } })
      for await (const piece of pieces(own, PIECE)) {
        const operations = piece.flatMap(({ _id, ownerRev }) => {
          const filter = { _id, ownerRev: { $lt: rev } }
          return ownerRev < rev ? [{ updateOne: { filter, update } }] : []
        })
        if (operations.length > 0) await listings.bulkWrite(operations, { ordered: false })
      }
    },
  }
}

/** What an event of the outbox says of listings: under each subject, its data. */
function changesOf({ subject, data }: Pending): Change[] {
  return subject === 'post.added' ? (data.posts as Change[]) : [data as unknown as Change]
}
