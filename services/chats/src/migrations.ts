import { indexRemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import { makeIndexes, rewriteDocuments } from '@aangan/service-kit/store/migration-steps'
import type { Migration } from '@aangan/service-kit/store/migrations'
import type { IndexSpec } from '@aangan/service-kit/store/store'
import { OUTBOX_INDEX } from '@aangan/service-kit/writes/document'
import type { MessageReportDoc } from './reports.ts'

const MESSAGES: IndexSpec[] = [
  { name: 'chatId_rev', key: { chatId: 1, rev: 1 }, unique: true },
  { name: 'chatId_userId_clientId', key: { chatId: 1, userId: 1, clientId: 1 }, unique: true },
  // For messages that the other has not read.
  { name: 'chatId_userId_rev', key: { chatId: 1, userId: 1, rev: 1 } },
  OUTBOX_INDEX,
]

const REPORTS: IndexSpec[] = [{ name: 'state_createdAt__id', key: { state: 1, createdAt: 1, _id: 1 } }]

const SEATS: IndexSpec[] = [
  { name: 'userId_lastAt__id', key: { userId: 1, lastAt: 1, _id: 1 } },
  { name: 'userId_isUnread', key: { userId: 1, isUnread: 1 } },
]

export const CHATS_MIGRATIONS: readonly Migration[] = [
  { number: 1, name: 'indexes of messages', run: (store) => makeIndexes(store, 'messages', MESSAGES) },
  { number: 2, name: 'indexes of inboxes', run: (store) => makeIndexes(store, 'seats', SEATS) },
  {
    number: 3,
    name: 'indexes of mails to who is away',
    async run(store) {
      await makeIndexes(store, 'seats', [{ name: 'waitsSince', key: { waitsSince: 1 } }])
      await makeIndexes(store, 'mail-stops', [{ name: 'expiresAt', key: { expiresAt: 1 } }])
    },
  },
  {
    number: 4,
    name: 'open and handled reports',
    async run(store) {
      await rewriteDocuments<Partial<MessageReportDoc> & { _id: string }>(store, 'reports', ({ state }) =>
        state === undefined ? { $set: { state: 'open', handledAt: null } } : null,
      )
      await makeIndexes(store, 'reports', REPORTS)
    },
  },
  {
    number: 5,
    name: 'indexes for erasing a person',
    async run(store) {
      await indexRemovedAccounts(store)
      await makeIndexes(store, 'seats', [{ name: 'userId__id', key: { userId: 1, _id: 1 } }])
      await makeIndexes(store, 'mail-stops', [{ name: 'userId', key: { userId: 1 } }])
      await makeIndexes(store, 'reports', [{ name: 'reporterId', key: { reporterId: 1 } }])
    },
  },
]
