import { setImmediate as breathe } from 'node:timers/promises'
import type { Store } from '@aangan/service-kit/store/store'
import { SearchIndex } from './index.ts'
import type { SearchedPost } from './listing-row.ts'
import type { Change } from './search.ts'
import { readSnapshot, removeSnapshot, writeSnapshot } from './snapshot.ts'

/** Listings between two turns of the thread's event loop while all are read: a search waits for no more than these. */
const PIECE = 200

/** What is read of a listing. */
const FIELDS: Record<string, 1> = {
  ...{ rev: 1, status: 1, createdAt: 1, type: 1, property: 1, bedroom: 1, price: 1 },
  ...{ size: 1, address: 1, city: 1, latitude: 1, longitude: 1 },
}

/** A listing as it is stored, as far as it is read. */
type Stored = Omit<SearchedPost, 'id'> & { _id: string }

/**
 * Keeps an index in step with the listings of a store: filled from the store or from a snapshot, then by changes.
 * @param file where the snapshot is; null for none
 */
export function createKeeper(store: Store, file: string | null) {
  const listings = store.collection<Stored>('listings')
  const removals = store.collection<{ _id: string; rev: number }>('removals')
  let index = new SearchIndex()
  /** Filled beside the other one, which goes on answering. */
  let next: SearchIndex | null = null
  let position: number | null = null
  let saving: Promise<void> = Promise.resolve()
  let changed = 0

  function applyAll(changes: Change[]): void {
    for (const change of changes) {
      index.apply(change)
      next?.apply(change)
    }
    changed += changes.length
  }

  async function readAll(into: SearchIndex): Promise<void> {
    let read = 0
    for await (const listing of listings.find({}, { projection: FIELDS })) {
      if (listing.status === 'live') into.apply(searched(listing))
      read += 1
      if (read % PIECE === 0) await breathe()
    }
  }

  /** What is saved and not announced yet, by a process that died or while none was running. */
  async function readPending(): Promise<void> {
    const pending = { outboxDue: { $gte: 0 } }
    for await (const listing of listings.find(pending, { projection: FIELDS })) applyAll([searched(listing)])
    for await (const { _id: id, rev } of removals.find(pending, { projection: { rev: 1 } })) applyAll([{ id, rev }])
  }

  return {
    get index() {
      return index
    },

    /** Reads the snapshot. Answers the number of the event after which it goes on, or null where there is none to use. */
    async open(): Promise<number | null> {
      if (file === null) return null
      const snapshot = await readSnapshot(file)
      if (snapshot === null) return null
      index = snapshot.index
      position = snapshot.position
      await readPending()
      return position
    },

    /**
     * Reads all listings from the store.
     * @param from the number of an event that came before; null where that is not known
     */
    async fill(from: number | null = position): Promise<void> {
      next = new SearchIndex()
      try {
        await readAll(next)
        index = next
        position = from
        changed += 1
      } finally {
        next = null
      }
    },

    /** @param upTo the number of the last event among the changes; null for changes of this process's own */
    async apply(changes: Change[], upTo: number | null): Promise<void> {
      await saving
      applyAll(changes)
      position = upTo ?? position
    },

    /** Whether there are as many live listings as the store has: false where something was missed. */
    async isComplete(): Promise<boolean> {
      return (await listings.countDocuments({ status: 'live' })) === index.count
    },

    /** Writes a snapshot where something has changed. */
    save(): Promise<void> {
      if (file === null || position === null || changed === 0) return saving
      const snapshot = { index, position }
      changed = 0
      const writing = saving.then(() => writeSnapshot(file, snapshot))
      saving = writing.catch(() => undefined)
      return writing
    },

    /** So that the next start fills it from the store. */
    async forget(): Promise<void> {
      if (file !== null) await removeSnapshot(file)
    },
  }
}

function searched({ _id, ...listing }: Stored): SearchedPost {
  return { id: _id, ...listing }
}
