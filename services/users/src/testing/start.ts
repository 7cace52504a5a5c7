import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBus } from '@aangan/service-kit/bus/open'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { createSignIn } from '@aangan/service-kit/testing/sign-in'
import { buildUsers } from '../app.ts'
import { readUsersConfig } from '../config.ts'
import { USERS_MIGRATIONS } from '../migrations.ts'
import { createUserStore } from '../store.ts'

export type Started = Awaited<ReturnType<typeof startUsers>>

/** The whole service over real parts in a folder of its own, and the gateway's side of signing people in. */
export async function startUsers() {
  const folder = await mkdtemp(join(tmpdir(), 'users-'))
  const log = createLog({ level: 'silent' })
  const store = await openMigratedStore(`sqlite:${folder}`, { name: 'users', migrations: USERS_MIGRATIONS })
  const bus = await openBus(`sqlite:${folder}`, { name: 'users', log })
  const keys = createKeyPair()
  const parts = { store, bus, log, metrics: createMetrics(), identity: keys, now: () => new Date() }
  const app = await buildUsers({ config: readUsersConfig({}), ...parts })
  const signIn = await createSignIn(keys)
  return {
    app,
    bus,
    store,
    users: createUserStore(store),
    get: (url: string, as?: string) => app.inject({ url, headers: as ? signIn.headersOf(as) : {} }),
    async close(): Promise<void> {
      await signIn.close()
      await app.close()
      await bus.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
