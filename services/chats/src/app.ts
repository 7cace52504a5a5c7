import { allAnswer } from '@aangan/service-kit/health'
import { openMailer } from '@aangan/service-kit/mail'
import { addDataRoute } from '@aangan/service-kit/own-data'
import type { Parts } from '@aangan/service-kit/parts'
import { eraseRemovedAccounts } from '@aangan/service-kit/removed/erasing'
import { createRemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import { type App, createServer } from '@aangan/service-kit/server'
import { verifyMigrations } from '@aangan/service-kit/store/migrations'
import { startRelay } from '@aangan/service-kit/writes/relay'
import { createAllowances } from './allowances.ts'
import { startAwayMails } from './away/away.ts'
import { addMailRoutes } from './away/mail-routes.ts'
import { createReaderStore } from './away/reader-store.ts'
import { respondToBusRequests } from './bus-requests.ts'
import type { ChatsConfig } from './config.ts'
import { createConversations } from './conversations.ts'
import { createEraser } from './erasing.ts'
import { CHATS_MIGRATIONS } from './migrations.ts'
import { CURSOR, ownDataOf } from './own-data.ts'
import { followMessages } from './replies/follow.ts'
import { createReplyStore } from './replies/reply-store.ts'
import { addChatRoutes } from './routes.ts'
import { createChatStore } from './store.ts'
import { createTell } from './tell.ts'

/** Throws if the store is not migrated. */
export async function buildChats({ config, ...parts }: { config: ChatsConfig } & Parts): Promise<App> {
  const { store: rawStore, bus } = parts
  await verifyMigrations('chats', rawStore, CHATS_MIGRATIONS)
  const store = createChatStore(rawStore)
  const readers = createReaderStore(rawStore)
  const replies = createReplyStore(rawStore)
  const removed = createRemovedAccounts(rawStore)
  const allowances = createAllowances(rawStore, config.MESSAGE_DAY_BYTES)
  const mailer = openMailer(config, parts.log)
  const app = createServer({
    name: 'chats',
    parts,
    ready: allAnswer({ store: rawStore, bus }),
  })
  addChatRoutes(app, createConversations({ ...parts, store, removed, allowances, config }))
  addMailRoutes(app, { ...parts, readers })
  const page = (userId: string, after: string | null) => ownDataOf({ store, readers, allowances, bus }, userId, after)
  addDataRoute(app, { ...parts, path: '/chats/data', cursor: CURSOR, page })
  const background = [
    ...(await respondToBusRequests(bus, { ...parts, store, replies })),
    await followMessages(bus, { store, replies, removed }),
    await eraseRemovedAccounts({
      ...parts,
      name: 'chats',
      removed,
      erase: createEraser({ store, readers, replies, allowances, removed, tell: createTell(parts) }),
    }),
    startRelay({ ...parts, writes: [store.writes] }),
    startAwayMails({ ...parts, config, store, readers, mailer }),
  ]
  app.addHook('onClose', async () => {
    await Promise.all(background.map((one) => one.stop()))
    mailer.close()
  })
  return app
}
