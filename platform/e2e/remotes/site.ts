import { join } from 'node:path'
import { buildGateway } from '@aangan/gateway/app'
import { readGatewayConfig } from '@aangan/gateway/config'
import { buildRegistry } from '@aangan/registry/app'
import { readRegistryConfig } from '@aangan/registry/config'
import { publishRelease } from '@aangan/registry/publish'
import { openFolder, openReleaseFolders, type ReleaseDraft, writeBuild } from '@aangan/registry/testing/releases'
import { openBus } from '@aangan/service-kit/bus/open'
import { type IdentityVerifier, mintToken, registerJwt } from '@aangan/service-kit/identity'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { createServer } from '@aangan/service-kit/server'
import { nowhere } from '@aangan/service-kit/testing/nowhere'
import { buildUsers } from '@aangan/users/app'
import { createUserStore } from '@aangan/users/store'
import { newUser } from '@aangan/users/user'
import { buildWeb } from '../../../packages/web-kit/build/build.js'
import { openMigrated } from '../../src/migrate/stores.ts'
import { startSignInProxy } from './sign-in-proxy.ts'

export interface RemotesSite {
  url: string
  /** Gives a person a profile. */
  addUser(id: string, username: string): Promise<void>
  stop(): Promise<void>
}

/** How long remotes may take on this site: long enough for a busy machine, short enough for a test to wait for. */
const DEADLINE_MS = 1_500
const ROOT = join(import.meta.dirname, '../../..')
/** The shell as it is, and a remote made with web-kit as all ours are. */
const PARTS = ['shell', 'packages/web-kit/build/fixture']

const log = createLog({ level: 'silent' })

/**
 * The real shell, registry, gateway and profiles around remotes that a test makes up, and around those of ours that it
 * names by their folders; no other service. A browser with `cookieOf(id)` is signed in.
 */
export async function startRemotesSite(drafts: ReleaseDraft[], remotes: string[] = []): Promise<RemotesSite> {
  const folder = await openFolder()
  const { builds, releases } = await openReleaseFolders(folder.path)
  const parts = [...PARTS, ...remotes].map((part) => join(ROOT, part))
  await buildWeb(parts)
  for (const part of parts) await publishRelease({ from: join(part, 'dist'), releasesDir: releases })
  for (const draft of drafts) await publishRelease({ from: await writeBuild(builds, draft), releasesDir: releases })

  const identity = createKeyPair()
  const profiles = await startProfiles(folder.path, identity)
  const registry = await buildRegistry({
    config: readRegistryConfig({
      ...nowhere(),
      USERS_URL: profiles.url,
      RELEASES_DIR: releases,
      SLOT_DEADLINE_MS: String(DEADLINE_MS),
      // What a busy machine takes is not what tests here are about.
      FIRST_DATA_WAIT_MS: '5000',
    }),
    log,
    metrics: createMetrics(),
    identity,
  })
  const signer = createServer({ name: 'gateway', parts: { log, metrics: createMetrics() }, ready: async () => {} })
  registerJwt(signer, identity)
  await signer.ready()
  const tokenOf = (id: string) => mintToken(signer, { id, session: id })
  const targets = [profiles.url, await registry.listen({ host: '127.0.0.1', port: 0 })]
  const proxies = await Promise.all(targets.map((target) => startSignInProxy(target, tokenOf)))
  const [USERS_URL, REGISTRY_URL] = proxies.map(({ url }) => url)
  const config = readGatewayConfig({ ...nowhere(), USERS_URL, REGISTRY_URL })
  const gateway = await buildGateway({ config, log, metrics: createMetrics() })
  return {
    url: await gateway.listen({ host: '127.0.0.1', port: 0 }),
    addUser: profiles.add,
    stop: async () => {
      await gateway.close()
      for (const proxy of proxies) proxy.stop()
      await Promise.all([registry.close(), profiles.stop(), signer.close()])
      await folder.remove()
    },
  }
}

/** The service of profiles over a store and a bus of its own. */
async function startProfiles(folder: string, identity: IdentityVerifier) {
  const { store } = await openMigrated(`sqlite:${folder}`, 'users')
  const bus = await openBus(`sqlite:${folder}`, { name: 'users', log })
  const app = await buildUsers({
    config: {},
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
      await createUserStore(store).add([newUser({ username }, { id, now: new Date() })])
    },
    stop: async () => {
      await app.close()
      await bus.close()
      await store.close()
    },
  }
}
