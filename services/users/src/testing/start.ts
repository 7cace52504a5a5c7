import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from '@aangan/contracts/accounts'
import { openBus } from '@aangan/service-kit/bus/open'
import { readConfig } from '@aangan/service-kit/config'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { openStore } from '@aangan/service-kit/store/open'
import { mailsIn } from '@aangan/service-kit/testing/letters'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { createSignIn } from '@aangan/service-kit/testing/sign-in'
import { buildUsers } from '../app.ts'
import { UsersConfig } from '../config.ts'
import { USERS_MIGRATIONS } from '../migrations.ts'
import { createUserStore } from '../store.ts'

export type Started = Awaited<ReturnType<typeof startUsers>>

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  as?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

/** The whole service over real parts in a temporary folder, plus the gateway's side of signing in. */
export async function startUsers(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'users-'))
  const log = createLog({ level: 'silent' })
  const store = await openMigratedStore(`sqlite:${folder}`, { name: 'users', migrations: USERS_MIGRATIONS })
  const bus = await openBus(`sqlite:${folder}`, { name: 'users', log })
  const keys = createKeyPair()
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const parts = { store, bus, log, metrics: createMetrics(), identity: keys, now }
  const mails = join(folder, 'mail')
  const config = readConfig(UsersConfig, { MAIL_DIR: mails, SITE_URL: 'https://homes.example', ...env })
  const app = await buildUsers({ config, ...parts })
  const signIn = createSignIn(keys, 'users')
  const accounts: Account[] = []
  const blocked: string[] = []
  await bus.respond('chats.blocked', async ({ otherIds }) => otherIds.filter((id) => blocked.includes(id)))
  await bus.respond('accounts.find', async ({ ids }) => accounts.filter(({ id }) => ids.includes(id)))

  function call(url: string, { method = 'GET', as, body, headers = {} }: Call) {
    return app.inject({
      method,
      url,
      headers: {
        ...(as !== undefined && signIn.headersOf(as)),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
  }

  return {
    app,
    bus,
    signIn,
    store,
    users: createUserStore(store),
    /** Whom everybody has blocked, as chats returns it. */
    blocked,
    /** The accounts that auth returns. */
    accounts,
    get: (url: string, as?: string) => call(url, { as }),
    call,
    now,
    /** Advances the clock. */
    pass(ms: number): void {
      offset += ms
    },
    /** Oldest first. */
    mails: () => mailsIn(mails),
    /** Starts a second process on the same store and bus. Returns a function that stops it. */
    async startReplica(): Promise<() => Promise<void>> {
      const other = await openStore(`sqlite:${folder}`, { name: 'users' })
      const otherBus = await openBus(`sqlite:${folder}`, { name: 'users', log })
      const replica = await buildUsers({ config, ...parts, store: other, bus: otherBus })
      return async () => {
        await replica.close()
        await otherBus.close()
        await other.close()
      }
    },
    async close(): Promise<void> {
      await app.close()
      await bus.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
