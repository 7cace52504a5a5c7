import { allAnswer } from '@aangan/service-kit/health'
import { openMailer } from '@aangan/service-kit/mail'
import { addDataRoute } from '@aangan/service-kit/own-data'
import type { Parts } from '@aangan/service-kit/parts'
import { eraseRemovedAccounts } from '@aangan/service-kit/removed/erasing'
import { createRemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import { type App, createServer } from '@aangan/service-kit/server'
import { verifyMigrations } from '@aangan/service-kit/store/migrations'
import { startSweeping } from '@aangan/service-kit/sweeping'
import { startRelay } from '@aangan/service-kit/writes/relay'
import cookie from '@fastify/cookie'
import { createAccounts } from './accounts.ts'
import { createAttempts } from './attempts.ts'
import { createBackground } from './background.ts'
import { respondToBusRequests } from './bus-requests.ts'
import type { AuthConfig } from './config.ts'
import { createConfirmations } from './confirmations.ts'
import { createDeletion } from './deletion.ts'
import { createHourly } from './hourly.ts'
import { addLinkRoutes } from './link-routes.ts'
import { sendUnsentMails } from './mail-retries.ts'
import { AUTH_MIGRATIONS } from './migrations.ts'
import { ownDataOf } from './own-data.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createResets } from './resets.ts'
import { addAuthRoutes } from './routes.ts'
import { createAuthStore } from './store.ts'
import { createUndoing } from './undoing.ts'

const SWEEP_EVERY_MS = 60_000
/** Its data fits one page. */
const NO_CURSOR = /^$/

/** Throws if its store is not migrated. */
export async function buildAuth(parts: { config: AuthConfig; passwords?: Passwords } & Parts): Promise<App> {
  const { config, store: rawStore, bus, log, now, passwords = createPasswords() } = parts
  await verifyMigrations('auth', rawStore, AUTH_MIGRATIONS)
  const store = createAuthStore(rawStore)
  const mailer = openMailer(config, log)
  const hourly = createHourly(store, now)
  const background = createBackground(log)
  const attempts = createAttempts(store, config, now)
  const sending = { ...parts, store, hourly, attempts, passwords, mailer, background }
  const resets = createResets(sending)
  const undoing = createUndoing(sending)
  const confirmations = createConfirmations({ ...sending, undoing })
  const all = { ...sending, resets, undoing, confirmations }
  const accounts = createAccounts(all)
  const app = createServer({
    name: 'auth',
    parts,
    ready: allAnswer({ store: rawStore, bus }),
  })
  await app.register(cookie)
  addAuthRoutes(app, accounts)
  addLinkRoutes(app, { ...all, accounts })
  const page = (userId: string) => ownDataOf(store, userId, now())
  addDataRoute(app, { path: '/auth/data', now, cursor: NO_CURSOR, page })
  const deletion = createDeletion(all)
  const removed = createRemovedAccounts(rawStore)
  const tasks = [
    ...(await respondToBusRequests({ ...all, deletion })),
    await eraseRemovedAccounts({ ...parts, name: 'auth', removed, erase: deletion.erase }),
    startRelay({ ...parts, writes: [store.writes] }),
    startSweeping({
      everyMs: SWEEP_EVERY_MS,
      sweep: undoing.sendUnsent,
      failure: 'could not look for notices of changes to send again',
      log,
    }),
    startSweeping({
      everyMs: SWEEP_EVERY_MS,
      sweep: () => sendUnsentMails({ ...parts, store }, { reset: resets.send, confirm: confirmations.send }),
      failure: 'could not look for mails to send again',
      log,
    }),
    startSweeping({
      everyMs: SWEEP_EVERY_MS,
      sweep: () => store.sweep(now()),
      failure: 'could not remove expired documents',
      log,
    }),
  ]
  app.addHook('onClose', async () => {
    await Promise.all([background.settle(), ...tasks.map((one) => one.stop())])
    mailer.close()
  })
  return app
}
