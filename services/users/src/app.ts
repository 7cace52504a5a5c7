import type { Parts } from '@aangan/service-kit/parts'
import { type App, createServer } from '@aangan/service-kit/server'
import { verifyMigrations } from '@aangan/service-kit/store/migrations'
import { startRelay } from '@aangan/service-kit/writes/relay'
import type { UsersConfig } from './config.ts'
import { answerFind, answerSaved, followAccounts, forgetRemoved } from './events.ts'
import { USERS_MIGRATIONS } from './migrations.ts'
import { createProfiles } from './profiles.ts'
import { addUserRoutes } from './routes.ts'
import { createUserStore } from './store.ts'

/** The service of public profiles. It stops answering others on close. Throws where its store is not migrated. */
export async function buildUsers(parts: { config: UsersConfig } & Parts): Promise<App> {
  const { store, bus } = parts
  await verifyMigrations('users', store, USERS_MIGRATIONS)
  const users = createUserStore(store)
  const app = createServer({
    name: 'users',
    parts,
    ready: async () => {
      await Promise.all([store.ping(), bus.ping()])
    },
  })
  const profiles = createProfiles({ ...parts, users })
  addUserRoutes(app, { users, profiles })
  const background = [
    await answerFind(bus, profiles),
    await answerSaved(bus, users),
    await followAccounts(bus, users),
    await forgetRemoved(bus, users),
    startRelay({ ...parts, writes: [users.writes] }),
  ]
  app.addHook('onClose', async () => void (await Promise.all(background.map((one) => one.stop()))))
  return app
}
