import { join } from 'node:path'
import { newAccount } from '@aangan/auth/account'
import { buildAuth } from '@aangan/auth/app'
import { AuthConfig } from '@aangan/auth/config'
import { SESSION_MS } from '@aangan/auth/sessions'
import { createAuthStore } from '@aangan/auth/store'
import { SESSION_COOKIE } from '@aangan/contracts/account-constants'
import { buildGateway } from '@aangan/gateway/app'
import { GatewayConfig } from '@aangan/gateway/config'
import { buildRegistry } from '@aangan/registry/app'
import { RegistryConfig } from '@aangan/registry/config'
import { type Publication, publishRelease } from '@aangan/registry/releases/publish'
import { openFolder, openReleaseFolders, type ReleaseDraft, writeBuild } from '@aangan/registry/testing/releases'
import { openBus } from '@aangan/service-kit/bus/open'
import { readConfig } from '@aangan/service-kit/config'
import type { IdentityVerifier } from '@aangan/service-kit/identity'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { unreachableServices } from '@aangan/service-kit/testing/unreachable-services'
import { newSecret } from '@aangan/service-kit/tokens'
import { buildUsers } from '@aangan/users/app'
import { UsersConfig } from '@aangan/users/config'
import { createUserStore } from '@aangan/users/store'
import { accountOf } from '@aangan/users/testing/account'
import { newUser } from '@aangan/users/user'
import { expect } from 'vitest'
import { buildWeb } from '../../../packages/build/src/build.js'
import { alone } from '../../bin/lib/lock.js'
import { openMigrated } from '../../src/migrate/stores.ts'

export interface RemotesSite {
  url: string
  /** Of builds, for tests to add some, and of published releases. */
  folders: { builds: string; releases: string }
  /** Creates a profile. */
  addUser(id: string, username: string): Promise<void>
  /** Returns a session cookie; a profile is not required. */
  signIn(id: string): Promise<{ name: string; value: string }>
  publish(draft: ReleaseDraft, to?: Publication['to']): Promise<void>
  /** `from`: the folder of a build. */
  publishBuild(from: string): Promise<unknown>
  /** Once the gateway has a copy of the pages. */
  stopRegistry(): Promise<void>
  stop(): Promise<void>
}

/** Remote deadline: long enough for a busy machine, short enough to wait for in a test. */
const DEADLINE_MS = 1_500
const ROOT = join(import.meta.dirname, '../../..')
/** The real shell, and a fixture remote built as ours are. */
const PARTS = ['shell', 'packages/build/src/fixture']

const log = createLog({ level: 'silent' })

/**
 * Runs the real shell, registry, gateway, accounts and profiles with the given fixture remotes, and with our remotes
 * named by folder; no other service. A browser with the cookie of `signIn` is signed in.
 */
export async function startRemotesSite(drafts: ReleaseDraft[], remotes: string[] = []): Promise<RemotesSite> {
  const folder = await openFolder()
  const { builds, releases } = await openReleaseFolders(folder.path)
  const parts = [...PARTS, ...remotes].map((part) => join(ROOT, part))
  // Several files may start such a site at once, and each build replaces the one before.
  await alone(join(ROOT, '.cache/remotes-site.lock'), async () => {
    await buildWeb(parts)
    for (const part of parts) await publishRelease({ from: join(part, 'dist'), releasesDir: releases })
  })
  const publish = async (draft: ReleaseDraft, to: Publication['to'] = 'stable') =>
    void (await publishRelease({ from: await writeBuild(builds, draft), releasesDir: releases, to }))
  for (const draft of drafts) await publish(draft)

  const identity = createKeyPair()
  const profiles = await startProfiles(folder.path, identity)
  const registry = await buildRegistry({
    config: readConfig(RegistryConfig, {
      ...unreachableServices(),
      USERS_URL: profiles.url,
      RELEASES_DIR: releases,
      SLOT_DEADLINE_MS: String(DEADLINE_MS),
      // Slow first data on a busy machine is not under test here.
      FIRST_DATA_WAIT_MS: '5000',
    }),
    log,
    metrics: createMetrics(),
    identity,
  })
  const auth = await startAccounts(folder.path, identity)
  const config = readConfig(GatewayConfig, {
    ...unreachableServices(),
    AUTH_URL: auth.url,
    USERS_URL: profiles.url,
    REGISTRY_URL: await registry.listen({ host: '127.0.0.1', port: 0 }),
    DRAIN_MS: '0',
    // Visitors of a test may have addresses of their own.
    TRUST_PROXY: '1',
  })
  const bus = await openBus(`sqlite:${folder.path}`, { name: 'gateway', log })
  const now = () => new Date()
  const metrics = createMetrics()
  const gateway = await buildGateway({ config, log, metrics, bus, identity, now })
  const copied = async () =>
    (await metrics.registry.getSingleMetric('gateway_page_copy_bytes')?.get())?.values[0]?.value
  return {
    url: await gateway.listen({ host: '127.0.0.1', port: 0 }),
    folders: { builds, releases },
    addUser: profiles.add,
    signIn: auth.signIn,
    publish,
    publishBuild: (from) => publishRelease({ from, releasesDir: releases }),
    stopRegistry: async () => {
      await expect.poll(copied).toBeGreaterThan(0)
      await registry.close()
    },
    stop: async () => {
      await gateway.close()
      await bus.close()
      await Promise.all([registry.close(), profiles.stop(), auth.stop()])
      await folder.remove()
    },
  }
}

/** The auth service with its own store and bus. */
async function startAccounts(folder: string, identity: IdentityVerifier) {
  const { store } = await openMigrated(`sqlite:${folder}`, 'auth')
  const bus = await openBus(`sqlite:${folder}`, { name: 'auth', log })
  const config = readConfig(AuthConfig, { MAIL_DIR: folder, SITE_URL: 'http://localhost' })
  const app = await buildAuth({ config, store, bus, log, metrics: createMetrics(), identity, now: () => new Date() })
  const accounts = createAuthStore(store)
  return {
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    async signIn(userId: string) {
      const { token, hash } = newSecret()
      const createdAt = new Date().toISOString()
      const expiresAt = new Date(Date.now() + SESSION_MS).toISOString()
      const account = { id: userId, username: userId.slice(0, 20), email: null, password: null, isConfirmed: false }
      await accounts.add([newAccount({ ...account, now: new Date() })])
      await accounts.sessions.add({ _id: hash, userId, createdAt, seenAt: createdAt, expiresAt, userAgent: '' })
      return { name: SESSION_COOKIE, value: token }
    },
    stop: async () => {
      await app.close()
      await bus.close()
      await store.close()
    },
  }
}

/** The users service with its own store, and a bus of its own: it knows of no account but by `add`. */
async function startProfiles(folder: string, identity: IdentityVerifier) {
  const { store } = await openMigrated(`sqlite:${folder}`, 'users')
  const bus = await openBus(`sqlite:${folder}/users`, { name: 'users', log })
  const app = await buildUsers({
    config: readConfig(UsersConfig, { MAIL_DIR: folder, SITE_URL: 'http://localhost' }),
    store,
    bus,
    log,
    metrics: createMetrics(),
    identity,
    now: () => new Date(),
  })
  return {
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    add: async (id: string, username: string) => {
      await createUserStore(store).add([newUser(accountOf({ id, username }))])
    },
    stop: async () => {
      await app.close()
      await bus.close()
      await store.close()
    },
  }
}
