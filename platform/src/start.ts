import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthStore } from '@aangan/auth/store'
import { SERVICE_NAMES } from '@aangan/contracts/services'
import { buildGateway } from '@aangan/gateway/app'
import { createPostStore } from '@aangan/posts/store'
import type { Bus } from '@aangan/service-kit/bus/bus'
import { openBus } from '@aangan/service-kit/bus/open'
import { ConfigError } from '@aangan/service-kit/config'
import { serveMetrics } from '@aangan/service-kit/metrics'
import type { Parts } from '@aangan/service-kit/parts'
import type { ProcessContext } from '@aangan/service-kit/process'
import { openKeyPair } from '@aangan/service-kit/secrets'
import type { App } from '@aangan/service-kit/server'
import { createSteadyClock } from '@aangan/service-kit/steady-clock'
import { createUserStore } from '@aangan/users/store'
import { lockDataDir } from './data-dir-lock.ts'
import { type DemoPerson, demoPerson, openDemoPerson } from './demo/demo-person.ts'
import { seed } from './demo/seed.ts'
import { adoptProfiles } from './migrate/adopt.ts'
import { openMigrated } from './migrate/stores.ts'
import { BUILDERS, type StoreOwner } from './services.ts'
import {
  innerConfig,
  isPublic,
  mailConfig,
  metricsPortOf,
  readSiteConfig,
  type SiteConfig,
  siteUrl,
  socketOf,
} from './site-config.ts'
import { checkWhileRunning, openFilesOf, wasStartedIn } from './site-files.ts'
import { prepareFolder, storageOf } from './storage.ts'
import { publishBuilt } from './web-parts.ts'

export interface Site {
  url: string
  dataDir: string
  seeded: number
  /** The password, or the file that has it if the site is public. */
  demo: { username: string; password: string } | { username: string; passwordFile: string } | null
  /** One sentence for each remote that was left out. */
  refused: string[]
}

/** The bus of one part, for a test of its permissions. Closed by whoever opens it. */
export type BusOf = (part: keyof typeof BUILDERS | 'gateway') => Promise<Bus>

/**
 * Starts the whole site in this process: services listen on sockets in a private folder, the gateway on PORT.
 * Everything opened is registered with `onStop`. Throws a ConfigError of one sentence if the operator can fix it.
 */
export async function startSite(context: ProcessContext, { busOf }: { busOf?: BusOf } = {}): Promise<Site> {
  const { env, log, metrics, onStop } = context
  const config = readSiteConfig(env)
  const storage = storageOf(config)
  await prepareFolder(storage)
  const wasStarted = wasStartedIn(storage)
  onStop(await lockDataDir(storage.dataDir, `http://${config.HOST}:${config.PORT}`))
  const mediaDir = config.MEDIA_DIR ?? join(storage.dataDir, 'media')
  const files = await openFilesOf(storage, { mediaDir, wasStarted })
  const checking = checkWhileRunning(storage, log)
  const sockets = await mkdtemp(join(tmpdir(), 'aangan-'))
  onStop(() => rm(sockets, { recursive: true, force: true }))
  const inner = {
    ...config,
    ...innerConfig(sockets, config.RELEASES_DIR ?? join(storage.dataDir, 'releases')),
    ...mailConfig(config, storage.dataDir),
    MEDIA_DIR: mediaDir,
    SEARCH_FILE: config.SEARCH_FILE ?? join(storage.dataDir, 'search.bin'),
    // No other process could take over its sockets.
    DRAIN_MS: 0,
  }

  // Safe to migrate: no other process uses these stores yet.
  const storeOf = once(async (name: StoreOwner) => {
    const { store } = await openMigrated(storage.storeUrl, name, { tell: (line) => log.warn({ store: name }, line) })
    onStop(() => store.close())
    return checking.watched(name, store)
  })
  const [identity, refused] = await Promise.all([
    openKeyPair(join(storage.dataDir, 'secrets')),
    config.RELEASES_DIR ? [] : publishBuilt(inner.RELEASES_DIR).then((built) => built.refused),
  ])
  const tuning = { keepParkedMs: storage.keepParkedMs }
  const opened = await openBus(storage.busUrl, { name: 'site', log, metrics, tuning })
  onStop(() => opened.close())
  const bus = checking.watched('bus', opened)
  const parts = { log, metrics, identity: { publicKeys: identity.publicKeys }, now: createSteadyClock({ log }) }

  // Seeds before the services read the listings, so that the first page shows them.
  const seeded =
    config.DEMO && files.isNew
      ? await seedUnlessUsed({
          auth: await storeOf('auth'),
          posts: await storeOf('posts'),
          users: await storeOf('users'),
          now: parts.now(),
        })
      : 0
  await files.complete()

  const serve = async (name: keyof typeof BUILDERS) => {
    const own = { ...parts, bus: (await busOf?.(name)) ?? bus }
    const app = await BUILDERS[name]({ config: inner, parts: own, storeOf })
    onStop(() => app.close())
    await app.listen({ path: socketOf(sockets, name) })
  }
  // allSettled: after a failure the others finish opening, so that onStop closes them.
  const served = await Promise.allSettled([...SERVICE_NAMES, 'realtime' as const, 'renderer' as const].map(serve))
  for (const outcome of served) if (outcome.status === 'rejected') throw outcome.reason
  await adoptProfiles({ auth: await storeOf('auth'), users: await storeOf('users') })
  if (config.DEMO) await openDemoPerson(createAuthStore(await storeOf('auth')), storage.dataDir)
  const gatewayBus = (await busOf?.('gateway')) ?? bus
  // Its tokens are compared with the system's clock.
  const gateway = await buildGateway({ ...parts, config: inner, bus: gatewayBus, identity, now: () => new Date() })
  onStop(() => gateway.close())
  const port = await listen(gateway, config)
  await serveSiteMetrics(context, config, port)
  onStop(checking.stop)
  checking.start()
  return {
    url: siteUrl(config, port),
    dataDir: storage.dataDir,
    seeded,
    demo: config.DEMO ? demoOf(await demoPerson(storage.dataDir), config) : null,
    refused,
  }
}

function demoOf(person: DemoPerson | null, config: SiteConfig): Site['demo'] {
  if (person === null) return null
  const { username, password, passwordFile } = person
  return isPublic(config) ? { username, passwordFile } : { username, password }
}

/** Memoizes by key; concurrent callers share one promise. */
function once<K, V>(load: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const answers = new Map<K, Promise<V>>()
  return (key) => {
    const answer = answers.get(key) ?? load(key)
    answers.set(key, answer)
    return answer
  }
}

interface Seeding {
  auth: Parts['store']
  posts: Parts['store']
  users: Parts['store']
  now: Date
}

async function seedUnlessUsed({ auth, posts, users, now }: Seeding): Promise<number> {
  const listings = createPostStore(posts)
  if (!(await listings.hasOnlyDemo())) return 0
  const accounts = createAuthStore(auth)
  const seeded = await seed({ accounts, users: createUserStore(users), posts: listings, now })
  return seeded.listings
}

async function listen(gateway: App, { HOST, PORT }: SiteConfig): Promise<number> {
  try {
    await gateway.listen({ host: HOST, port: PORT })
  } catch (error) {
    throw portError('PORT', PORT, error)
  }
  const address = gateway.server.address()
  return typeof address === 'object' && address !== null ? address.port : PORT
}

async function serveSiteMetrics({ metrics, onStop }: ProcessContext, config: SiteConfig, port: number): Promise<void> {
  // With METRICS_PORT set, runProcess already serves the metrics.
  if (config.METRICS_PORT !== undefined) return
  const metricsPort = metricsPortOf(config.PORT === 0 ? 0 : port)
  try {
    const server = await serveMetrics(metrics, { host: config.METRICS_HOST, port: metricsPort })
    onStop(() => server.close())
  } catch (error) {
    throw portError('METRICS_PORT', metricsPort, error)
  }
}

function portError(variable: string, port: number, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return error
  const next = `${variable}=${port + 1} npm start`
  return new ConfigError(`${variable}=${port} is already in use: stop the other process, or run ${next}`, {
    cause: error,
  })
}
