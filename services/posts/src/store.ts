import { COUNT_LIMIT } from '@aangan/contracts/post-constants'
import type { PublicUser } from '@aangan/contracts/users'
import { chunksOf } from '@aangan/service-kit/chunks'
import type { Store } from '@aangan/service-kit/store/store'
import { createBatches } from '@aangan/service-kit/writes/batches'
import type { Pending } from '@aangan/service-kit/writes/document'
import { createWrites, type Outbox } from '@aangan/service-kit/writes/writes'
import { type ListingDoc, readListing, type StoredListing, storedListing } from './listing.ts'
import { createPictureUses } from './picture-uses.ts'
import { postChanged, postRemoved, postsAdded, searched } from './post-events.ts'
import type { Change } from './search/search.ts'

export type PostStore = ReturnType<typeof createPostStore>

/** Updates the search index before `events`, by id, are published; without it, the index follows by events. */
type UpdateSearch = (changes: Change[], events?: string[]) => Promise<void>

const CHUNK_SIZE = 200
/** Few, as some listings are large. */
const OWN_CHUNK_SIZE = 50

/** Without its `rev`, a copy could be overwritten by an older event. */
type Profile = PublicUser & { rev: number }

const noSearch: UpdateSearch = async () => undefined

/** @param updateSearch called for each write before it is acknowledged */
export function createPostStore(store: Store, updateSearch = noSearch) {
  const listings = store.collection<StoredListing>('listings')
  const writes = createWrites<StoredListing>(store, { documents: 'listings', removed: 'removals' })
  const batches = createBatches<StoredListing>(store, {
    ...{ documents: 'listings', removed: 'removals', batches: 'batches' },
    eventsOf: (added) => postsAdded(added.map(readListing)),
  })

  const pictures = createPictureUses(store)

  function withSearchFirst(outbox: Outbox): Outbox {
    return {
      ...outbox,
      async settle(document) {
        const settled = await outbox.settle(document)
        const pending = settled?.outbox ?? []
        await updateSearch(
          pending.flatMap(changesOf),
          pending.map(({ id }) => id),
        )
        return settled
      },
    }
  }

  return {
    /** For the relay: the search learns of a write, from any process, before its event is published. */
    writes: [writes, batches].map(({ outboxes, listen }) => ({ outboxes: outboxes.map(withSearchFirst), listen })),

    /** Whether every listing is the demo site's, of which an interrupted start may have added a part. */
    async hasOnlyDemo(): Promise<boolean> {
      return (await listings.findOne({ source: { $ne: 'demo' } }, { projection: { _id: 1 } })) === null
    },

    async find(id: string): Promise<ListingDoc | null> {
      const found = await listings.findOne({ _id: id })
      return found && readListing(found)
    },

    /** In no particular order; unknown ids are omitted. */
    async findMany(ids: string[]): Promise<ListingDoc[]> {
      return ids.length === 0 ? [] : (await listings.find({ _id: { $in: ids } }).toArray()).map(readListing)
    },

    /** Only live listings, in the order of `ids`: some may have changed since the search. */
    async findInOrder(ids: string[]): Promise<ListingDoc[]> {
      const live = (await this.findMany(ids)).filter(({ status }) => status === 'live')
      return inOrder(live, ids)
    },

    /** Of the latest `limit`, whatever their status, those behind the first `skip`: in chunks, read when needed. */
    async *ofOwner(userId: string, { skip, limit }: { skip: number; limit: number }): AsyncGenerator<ListingDoc[]> {
      const latest = { sort: { createdAt: -1, _id: -1 }, limit, projection: { _id: 1 } } as const
      const own = (await listings.find({ userId }, latest).toArray()).map(({ _id }) => _id)
      for (let from = skip; from < own.length; from += OWN_CHUNK_SIZE) {
        const ids = own.slice(from, from + OWN_CHUNK_SIZE)
        yield inOrder(await this.findMany(ids), ids)
      }
    },

    countLive(userId: string): Promise<number> {
      return listings.countDocuments({ userId, status: 'live' }, { limit: COUNT_LIMIT })
    },

    picturesAmong: pictures.among,

    /** False if the id exists, or was removed. */
    async publish(listing: ListingDoc): Promise<boolean> {
      await pictures.note([listing])
      if ((await writes.add([storedListing(listing)], () => [postChanged(listing)])) === 0) return false
      await updateSearch([searched(listing)])
      return true
    },

    /** Skips ids that exist or were removed. Returns those that were added. */
    async add(documents: ListingDoc[]): Promise<string[]> {
      await pictures.note(documents)
      const added = await batches.add(documents.map(storedListing))
      if (updateSearch !== noSearch) await updateSearch(added.map(readListing).map(searched))
      return added.map(({ _id }) => _id)
    },

    /** Retries `decide` after a conflicting write and rethrows its errors. Null for an unknown id. */
    async change(id: string, decide: (current: ListingDoc) => ListingDoc): Promise<ListingDoc | null> {
      const changed = await writes.change(id, async (current) => {
        if (current === null) return null
        const known = readListing(current)
        const next = decide(known)
        await pictures.note([next], known.images)
        // Keeps fields of later releases, and the owner, which is updated without a new `rev`.
        const others = Object.entries(current).filter(([name]) => !(name in known))
        const { owner, ownerRev } = current
        const document = { ...Object.fromEntries(others), ...storedListing(next), owner, ownerRev }
        return { document, events: [postChanged(next)] }
      })
      const listing = changed && readListing(changed)
      if (listing !== null) await updateSearch([searched(listing)])
      return listing
    },

    /** Permanent: the id is never used again. `check` throws to refuse. Returns false for an unknown id. */
    async remove(id: string, now: Date, check: (listing: ListingDoc) => void = () => undefined): Promise<boolean> {
      let last: StoredListing | undefined
      const decide = (listing: StoredListing) => {
        check(readListing(listing))
        last = listing
        return [postRemoved(listing)]
      }
      const removed = await writes.remove(id, decide, now)
      if (removed && last) {
        await updateSearch([{ id, rev: last.rev + 1 }])
        await pictures.forget(last)
      }
      return removed
    },

    /** Removes up to `limit` listings of a person. Returns true while there may be more. */
    async removeOf(userId: string, limit: number, now: Date): Promise<boolean> {
      const found = await listings.find({ userId }, { limit, projection: { _id: 1 } }).toArray()
      for (const { _id } of found) await this.remove(_id, now)
      return found.length === limit
    },

    /** Oldest first, whatever their status, behind the given one. */
    async pageOfOwner(
      userId: string,
      { createdAt, id }: { createdAt: string; id: string },
      limit: number,
    ): Promise<ListingDoc[]> {
      // Two ranges in index order: the same time first, then later.
      const same = await listings.find({ userId, createdAt, _id: { $gt: id } }, { sort: { _id: 1 }, limit }).toArray()
      if (same.length === limit) return same.map(readListing)
      const later = { sort: { createdAt: 1, _id: 1 }, limit: limit - same.length } as const
      return [...same, ...(await listings.find({ userId, createdAt: { $gt: createdAt } }, later).toArray())].map(
        readListing,
      )
    },

    pending(): Promise<number> {
      return batches.pending()
    },

    isRemoved(id: string): Promise<boolean> {
      return writes.isRemoved(id)
    },

    /** No-op if an event has set the owner meanwhile. */
    async keepOwner(id: string, { username, avatar, rev }: Profile): Promise<void> {
      await listings.updateOne({ _id: id, owner: null }, { $set: { owner: { username, avatar }, ownerRev: rev } })
    },

    /** No-op unless it is newer than the copy. */
    async correctOwner({ _id, ownerRev }: ListingDoc, { username, avatar, rev }: Profile): Promise<void> {
      if (rev <= ownerRev) return
      const update = { $set: { owner: { username, avatar }, ownerRev: rev } }
      await listings.updateOne({ _id, ownerRev: { $lt: rev } }, update)
    },

    /** Updates only copies older than `rev`. */
    async renewOwner({ id, username, avatar }: PublicUser, rev: number): Promise<void> {
      const update = { $set: { owner: { username, avatar }, ownerRev: rev } }
      const own = listings.find({ userId: id }, { projection: { ownerRev: 1 } })
      for await (const chunk of chunksOf(own, CHUNK_SIZE)) {
        const operations = chunk.flatMap(({ _id, ownerRev }) => {
          const filter = { _id, ownerRev: { $lt: rev } }
          return ownerRev < rev ? [{ updateOne: { filter, update } }] : []
        })
        if (operations.length > 0) await listings.bulkWrite(operations, { ordered: false })
      }
    },
  }
}

function inOrder(listings: ListingDoc[], ids: string[]): ListingDoc[] {
  const found = new Map(listings.map((listing) => [listing._id, listing]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

function changesOf({ subject, data }: Pending): Change[] {
  return subject === 'post.added' ? (data.posts as Change[]) : [data as unknown as Change]
}
