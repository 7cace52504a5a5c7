import { indexRemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import { dropIndex, makeIndexes, rewriteDocuments } from '@aangan/service-kit/store/migration-steps'
import type { Migration } from '@aangan/service-kit/store/migrations'
import type { IndexSpec, Store, Update } from '@aangan/service-kit/store/store'
import { OUTBOX_INDEX, pendingOf, type Tombstone } from '@aangan/service-kit/writes/document'
import type { ListingDoc, StoredListing } from './listing.ts'
import { createPictureUses } from './picture-uses.ts'
import { postRemoved } from './post-events.ts'

const REPORTS: IndexSpec[] = [
  { name: 'postId_state', key: { postId: 1, state: 1 } },
  { name: 'state_lastAt__id', key: { state: 1, lastAt: 1, _id: 1 } },
]

const OWN_INDEX: IndexSpec = { name: 'owner_age', key: { userId: 1, createdAt: 1, _id: 1 } }
/** For counting live listings, in total and per owner. */
const STATUS_INDEX: IndexSpec = { name: 'status_owner', key: { status: 1, userId: 1 } }
const OLD_INDEXES = [
  ...['owner', 'live'],
  ...['newest', 'newest_in_city', 'newest_in_locality', 'newest_around', 'newest_near'],
  ...['price', 'price_in_city', 'price_in_locality', 'price_around', 'price_near'],
  ...['rooms_in_city', 'tally_in_cell', 'spots_of_cell', 'spots_of_locality', 'age'],
]

export const POSTS_MIGRATIONS: readonly Migration[] = [
  // Now a no-op: migration 7 drops its index.
  { number: 1, name: 'indexes of listings', run: async () => undefined },
  {
    number: 2,
    name: 'indexes of reports, places and tallies',
    run: (store) => makeIndexes(store, 'reports', REPORTS),
  },
  {
    number: 3,
    name: 'indexes of pending events',
    async run(store) {
      for (const name of ['listings', 'removals']) await makeIndexes(store, name, [OUTBOX_INDEX])
    },
  },
  {
    number: 4,
    name: 'removals as tombstones',
    async run(store) {
      await rewriteDocuments<Removal>(store, 'removals', (removal) => asTombstone(store, removal))
      await dropIndex(store, 'removals', 'state')
    },
  },
  { number: 5, name: "index of an owner's listings", run: (store) => makeIndexes(store, 'listings', [OWN_INDEX]) },
  {
    number: 6,
    name: 'search in memory',
    async run(store) {
      await rewriteDocuments<Searched>(store, 'listings', withoutSearchFields)
    },
  },
  {
    number: 7,
    name: 'batches of listings',
    async run(store) {
      await makeIndexes(store, 'batches', [OUTBOX_INDEX])
      await makeIndexes(store, 'listings', [STATUS_INDEX])
      for (const name of OLD_INDEXES) await dropIndex(store, 'listings', name)
    },
  },
  {
    number: 8,
    name: 'which listings use an uploaded picture',
    async run(store) {
      const pictures = createPictureUses(store)
      await rewriteDocuments<StoredListing>(store, 'listings', async (listing) => {
        await pictures.note([listing])
        return null
      })
    },
  },
  {
    number: 9,
    name: 'indexes for erasing a person',
    async run(store) {
      await indexRemovedAccounts(store)
      await makeIndexes(store, 'reports', [{ name: 'reporterId', key: { reporterId: 1 } }])
    },
  },
]

/** A listing before migration 6; `status` may be missing. */
interface Searched extends Partial<Pick<ListingDoc, 'status'>> {
  _id: string
  cell?: string
}

const SEARCH_FIELDS = [
  ...['cityKey', 'locality', 'localityKey', 'lat', 'lng', 'cell', 'walkCell', 'nearCell', 'tally', 'spot'],
  ...['bedroomCheck', 'priceCheck'],
]

function withoutSearchFields({ status, cell }: Searched): Update<Searched> | null {
  if (status !== undefined && cell === undefined) return null
  return {
    // An existing status may have changed since it was read.
    ...(status === undefined && { $set: { status: 'live' } }),
    $unset: Object.fromEntries(SEARCH_FIELDS.map((name) => [name, '' as const])),
  }
}

/** The format of removals before migration 4. */
interface Removal extends Partial<Tombstone> {
  _id: string
  state?: 'pending' | 'done'
}

/** An interrupted removal still has its listing: the relay completes and publishes it. */
async function asTombstone(store: Store, { _id, state }: Removal) {
  if (state === undefined) return null
  const listing = await store.collection<ListingDoc>('listings').findOne({ _id })
  const rev = (listing?.rev ?? 1) + 1
  const pending = listing && { outbox: pendingOf(_id, rev, [postRemoved(listing)]), outboxDue: 0 }
  return { $set: { rev, ...pending }, $unset: { state: '' as const } }
}
