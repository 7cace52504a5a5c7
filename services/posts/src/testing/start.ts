import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBus } from '@aangan/service-kit/bus/open'
import { readConfig } from '@aangan/service-kit/config'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { openStore } from '@aangan/service-kit/store/open'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { createSignIn } from '@aangan/service-kit/testing/sign-in'
import { afterAll, beforeEach } from 'vitest'
import { assemblePosts } from '../app.ts'
import { PostsConfig } from '../config.ts'
import type { ListingDoc } from '../listing.ts'
import { POSTS_MIGRATIONS } from '../migrations.ts'

/** `as` is the id of the caller, absent for a visitor. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  body?: unknown
  as?: string | null
  headers?: Record<string, string>
}

export type Started = Awaited<ReturnType<typeof startPosts>>

interface Where {
  storeUrl?: string | undefined
  /** Written straight to the store, which is much faster than through the service. */
  listings?: ListingDoc[]
}

/** The whole service over real parts: a bus in a temporary folder, a store there or at `storeUrl`. */
export async function startPosts({ storeUrl, listings = [] }: Where = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'posts-'))
  const log = createLog({ level: 'error' })
  const url = storeUrl ?? `sqlite:${folder}`
  if (listings.length > 0) await leave(listings, url)
  const store = await openMigratedStore(url, { name: 'posts', migrations: POSTS_MIGRATIONS })
  const bus = await openBus(`sqlite:${folder}`, { name: 'posts', log })
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const keys = createKeyPair()
  const parts = { store, bus, log, metrics: createMetrics(), identity: keys, now }
  const elapsedMs = () => performance.now() + offset
  const { app, posts, search } = await assemblePosts({ config: readConfig(PostsConfig, {}), elapsedMs, ...parts })
  await search.ready
  const signIn = createSignIn(keys, 'posts')
  return {
    app,
    bus,
    signIn,
    store,
    log,
    now,
    posts,
    search,
    get: (url: string) => app.inject({ url }),
    call({ method, url, body, as = null, ...more }: Call) {
      const headers = {
        ...more.headers,
        ...(as !== null && signIn.headersOf(as)),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      return app.inject({ method, url, headers, payload: JSON.stringify(body) })
    },
    /** Advances the clock. */
    pass(ms: number): void {
      offset += ms
    },
    async close(): Promise<void> {
      await app.close()
      await bus.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Before the indexes exist, which would slow down every insert. */
async function leave(listings: ListingDoc[], url: string): Promise<void> {
  const store = await openStore(url, { name: 'posts' })
  const operations = listings.map((document) => ({ insertOne: { document } }))
  await store.collection<ListingDoc>('listings').bulkWrite(operations, { ordered: false })
  await store.close()
}

/**
 * One service for all tests of a `describe`, since starting one costs more than most tests. Not in beforeAll: without a
 * store, tests are skipped before they get here.
 */
export function usePosts(where: () => Promise<Where>, prepare?: (service: Started) => Promise<void>): () => Started {
  let service: Started | undefined
  beforeEach(async () => {
    if (service) return
    service = await startPosts(await where())
    await prepare?.(service)
  }, 120_000)
  afterAll(() => service?.close())
  return () => {
    if (service === undefined) throw new Error('The service did not start')
    return service
  }
}

/** The same with random listings. */
export function useFilled(
  storeUrl: () => Promise<string | undefined>,
  listings: ListingDoc[],
): { listings: readonly ListingDoc[]; service: () => Started } {
  const where = async () => ({ storeUrl: await storeUrl(), listings })
  return { listings, service: usePosts(where) }
}

export type Filled = ReturnType<typeof useFilled>
