import { makeIndexes } from '@aangan/service-kit/store/migration-steps'
import type { Migration } from '@aangan/service-kit/store/migrations'
import { OUTBOX_INDEX } from '@aangan/service-kit/writes/document'

export const __NAME___MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: 'indexes of notes',
    async run(store) {
      await makeIndexes(store, 'notes', [OUTBOX_INDEX, { name: 'createdAt__id', key: { createdAt: 1, _id: 1 } }])
      await makeIndexes(store, 'notes-removed', [OUTBOX_INDEX])
    },
  },
]
