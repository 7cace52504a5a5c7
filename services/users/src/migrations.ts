import { makeIndexes } from '@aangan/service-kit/store/migration-steps'
import type { Migration } from '@aangan/service-kit/store/migrations'
import type { IndexSpec } from '@aangan/service-kit/store/store'
import { OUTBOX_INDEX } from '@aangan/service-kit/writes/document'

const USERS: IndexSpec[] = [
  { name: 'usernameKey', key: { usernameKey: 1 }, unique: true },
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
]
