import { allAnswer } from '@aangan/service-kit/health'
import { openMailer } from '@aangan/service-kit/mail'
import { addDataRoute } from '@aangan/service-kit/own-data'
import type { Parts } from '@aangan/service-kit/parts'
import { eraseRemovedAccounts } from '@aangan/service-kit/removed/erasing'
import { createRemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import { type App, createServer } from '@aangan/service-kit/server'
import { verifyMigrations } from '@aangan/service-kit/store/migrations'
import { startRelay } from '@aangan/service-kit/writes/relay'
import type { UsersConfig } from './config.ts'
import { answerFind, answerPictures, answerSaved, followAccounts, forgetRemoved } from './events.ts'
import { USERS_MIGRATIONS } from './migrations.ts'
import { CURSOR, ownDataOf } from './own-data.ts'
import { createProfiles } from './profiles.ts'
import { addRemovalRoute, createEraser } from './removal.ts'
import { addUserRoutes } from './routes.ts'
import { startAlerts } from './searches/alerts.ts'
import { createChangedPlaces, followPosts } from './searches/changed-places.ts'
import { addSearchRoutes } from './searches/search-routes.ts'
import { createSearchStore } from './searches/search-store.ts'
import { addStopRoutes } from './searches/stop-routes.ts'
import { createUserStore } from './store.ts'

/** Throws if the store is not migrated. */
export async function buildUsers(parts: { config: UsersConfig } & Parts): Promise<App> {
  const { store, bus, config, log } = parts
  await verifyMigrations('users', store, USERS_MIGRATIONS)
  const users = createUserStore(store)
  const searches = createSearchStore(store)
  const mailer = openMailer(config, log)
  const marks = createChangedPlaces()
  const app = createServer({
    name: 'users',
    parts,
    ready: allAnswer({ store, bus }),
  })
  const profiles = createProfiles({ ...parts, users })
  addUserRoutes(app, { users, profiles })
  addSearchRoutes(app, { ...parts, searches })
  addStopRoutes(app, { ...parts, searches })
  const removed = createRemovedAccounts(store)
  addRemovalRoute(app, { ...parts, users, searches, removed })
  const own = { users, searches, profiles, origin: config.SITE_URL }
  const page = (userId: string, after: string | null) => ownDataOf(own, userId, after)
  addDataRoute(app, { ...parts, path: '/users/data', cursor: CURSOR, page })
  const background = [
    await answerFind(bus, profiles),
    await answerSaved(bus, users, parts.identity),
    await answerPictures(bus, users),
    await followAccounts(bus, users),
    await forgetRemoved(bus, users),
    await eraseRemovedAccounts({
      ...parts,
      name: 'users',
      removed,
      erase: createEraser({ ...parts, users, searches }),
    }),
    startRelay({ ...parts, writes: [users.writes] }),
    await followPosts(bus, marks),
    startAlerts({ ...parts, searches, marks, mailer }),
  ]
  app.addHook('onClose', async () => {
    await Promise.all(background.map((one) => one.stop()))
    mailer.close()
  })
  return app
}
