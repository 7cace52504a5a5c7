import type { Parts } from '@aangan/service-kit/parts'
import { type App, createServer } from '@aangan/service-kit/server'
import type { UsersConfig } from './config.ts'
import { answerFind } from './events.ts'
import { addUserRoutes } from './routes.ts'
import { createUserStore } from './store.ts'

/** The service of public profiles. It makes its indexes first, and stops answering others on close. */
export async function buildUsers(parts: { config: UsersConfig } & Parts): Promise<App> {
  const { store, bus } = parts
  const users = createUserStore(store)
  await users.prepare()
  const app = createServer({
    name: 'users',
    parts,
    ready: async () => {
      await Promise.all([store.ping(), bus.ping()])
    },
  })
  addUserRoutes(app, { users })
  const answering = await answerFind(bus, users)
  app.addHook('onClose', () => answering.stop())
  return app
}
