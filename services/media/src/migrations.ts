import { makeIndexes } from '@aangan/service-kit/store/migration-steps'
import type { Migration } from '@aangan/service-kit/store/migrations'

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
]
