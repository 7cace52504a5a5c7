import { indexRemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import { makeIndexes, rewriteDocuments } from '@aangan/service-kit/store/migration-steps'
import type { Migration } from '@aangan/service-kit/store/migrations'
import type { Document } from '@aangan/service-kit/store/store'

interface UploadBefore extends Document {
  createdAt: string
  unusedSince?: string | null
}

export const MEDIA_MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: 'indexes of uses',
    run: (store) =>
      makeIndexes(store, 'uses', [
        { name: 'by', key: { by: 1 } },
        { name: 'uploadId', key: { uploadId: 1 } },
      ]),
  },
  {
    number: 2,
    name: 'uploads say since when they are unused',
    async run(store) {
      await makeIndexes(store, 'uploads', [{ name: 'unusedSince', key: { unusedSince: 1 } }])
      await rewriteDocuments<UploadBefore>(store, 'uploads', ({ createdAt, unusedSince }) =>
        unusedSince === undefined ? { $set: { unusedSince: createdAt } } : null,
      )
    },
  },
  {
    number: 3,
    name: 'index of the unused uploads of a person',
    run: (store) => makeIndexes(store, 'uploads', [{ name: 'userId_unusedSince', key: { userId: 1, unusedSince: 1 } }]),
  },
  {
    number: 4,
    name: 'indexes for erasing a person',
    async run(store) {
      await indexRemovedAccounts(store)
      await makeIndexes(store, 'uploads', [{ name: 'userId__id', key: { userId: 1, _id: 1 } }])
    },
  },
]
