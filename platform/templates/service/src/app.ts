import { allAnswer } from '@aangan/service-kit/health'
import type { Parts } from '@aangan/service-kit/parts'
import { type App, createServer } from '@aangan/service-kit/server'
import { verifyMigrations } from '@aangan/service-kit/store/migrations'
import { startRelay } from '@aangan/service-kit/writes/relay'
import { __NAME___MIGRATIONS } from './migrations.ts'
import { add__Name__Routes } from './routes.ts'
import { create__Name__Store } from './store.ts'

/** Throws if the store is not migrated. */
export async function build__Name__(parts: Parts): Promise<App> {
  const { store, bus, now } = parts
  await verifyMigrations('__name__', store, __NAME___MIGRATIONS)
  const notes = create__Name__Store(store)
  // @ts-expect-error: contracts/services.ts lists the service once it is generated.
  const app = createServer({ name: '__name__', parts, ready: allAnswer({ store, bus }) })
  add__Name__Routes(app, { notes, now })
  const background = [startRelay({ ...parts, writes: [notes.writes] })]
  app.addHook('onClose', async () => void (await Promise.all(background.map((one) => one.stop()))))
  return app
}
