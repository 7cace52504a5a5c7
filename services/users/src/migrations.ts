import { indexRemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import { dropIndex, makeIndexes, rewriteDocuments } from '@aangan/service-kit/store/migration-steps'
import type { Migration } from '@aangan/service-kit/store/migrations'
import type { Document, IndexSpec, Store } from '@aangan/service-kit/store/store'
import { OUTBOX_INDEX } from '@aangan/service-kit/writes/document'
import { placeOf, type SearchDoc } from './searches/search.ts'

const USERS: IndexSpec[] = [
  { name: 'createdAt__id', key: { createdAt: 1, _id: 1 } },
  { name: 'listed_createdAt__id', key: { listed: 1, createdAt: 1, _id: 1 } },
]

export const USERS_MIGRATIONS: readonly Migration[] = [
  { number: 1, name: 'indexes of profiles', run: (store) => makeIndexes(store, 'users', USERS) },
  {
    number: 2,
    name: 'indexes of pending events',
    async run(store) {
      for (const name of ['users', 'users-removed']) await makeIndexes(store, name, [OUTBOX_INDEX])
    },
  },
  {
    number: 3,
    name: 'names are unique in auth',
    async run(store) {
      await dropIndex(store, 'users', 'usernameKey')
      await rewriteDocuments<Document & { accountRev?: number }>(store, 'users', ({ accountRev }) =>
        accountRev === undefined ? { $set: { accountRev: 1 }, $unset: { usernameKey: '' } } : null,
      )
    },
  },
  {
    number: 4,
    name: 'indexes of saved places',
    run: (store) =>
      makeIndexes(store, 'saved', [
        { name: 'userId_savedAt__id', key: { userId: 1, savedAt: 1, _id: 1 } },
        { name: 'postId', key: { postId: 1 } },
      ]),
  },
  {
    number: 5,
    name: 'indexes of saved searches',
    async run(store) {
      await makeIndexes(store, 'searches', [
        { name: 'userId_slot', key: { userId: 1, slot: 1 }, unique: true },
        { name: 'alert_place', key: { alert: 1, place: 1 } },
        { name: 'due', key: { due: 1 } },
      ])
      await makeIndexes(store, 'search-stops', [{ name: 'expiresAt', key: { expiresAt: 1 } }])
    },
  },
  {
    number: 6,
    name: 'index of pictures',
    run: (store) => makeIndexes(store, 'users', [{ name: 'avatar', key: { avatar: 1 } }]),
  },
  {
    number: 7,
    name: 'indexes for erasing a person',
    async run(store) {
      await indexRemovedAccounts(store)
      await makeIndexes(store, 'saved', [{ name: 'userId__id', key: { userId: 1, _id: 1 } }])
      await makeIndexes(store, 'search-stops', [
        { name: 'userId', key: { userId: 1 } },
        { name: 'searchId', key: { searchId: 1 } },
      ])
    },
  },
  { number: 8, name: 'places of saved searches by more names of cities', run: placeSearches },
  { number: 9, name: 'places of saved searches by names of localities', run: placeSearches },
  { number: 10, name: 'places of saved searches by spellings of localities', run: placeSearches },
]

/** Needed whenever `placeOf` returns other keys: changed listings would not mark searches saved before. */
function placeSearches(store: Store): Promise<void> {
  return rewriteDocuments<SearchDoc>(store, 'searches', (doc) => {
    const params = new URLSearchParams(doc.search)
    const place = placeOf({ city: params.get('city'), within: params.get('within') })
    return place === doc.place ? null : { $set: { place } }
  })
}
