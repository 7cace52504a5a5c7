import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBus } from '@aangan/service-kit/bus/open'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { createSignIn } from '@aangan/service-kit/testing/sign-in'
import { buildPosts } from '../app.ts'
import { readPostsConfig } from '../config.ts'
import { POSTS_MIGRATIONS } from '../migrations.ts'
import { createPostStore } from '../store.ts'
import { whenSettled } from '../tallies/tallying.ts'

/** A call besides a plain GET; `as` is the id of who makes it, and left out it is a visitor's. */
export interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  body?: unknown
  as?: string | null
}

export type Started = Awaited<ReturnType<typeof startPosts>>

/** The whole service over real parts: a bus in a folder of its own, a store there or at `storeUrl`. */
export async function startPosts({ storeUrl }: { storeUrl?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'posts-'))
  const log = createLog({ level: 'silent' })
  const store = await openMigratedStore(storeUrl ?? `sqlite:${folder}`, { name: 'posts', migrations: POSTS_MIGRATIONS })
  const bus = await openBus(`sqlite:${folder}`, { name: 'posts', log })
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const keys = createKeyPair()
  const parts = { store, bus, log, metrics: createMetrics(), identity: keys, now }
  const app = await buildPosts({ config: readPostsConfig({}), ...parts })
  const signIn = await createSignIn(keys)
  return {
    app,
    bus,
    store,
    log,
    now,
    posts: createPostStore(store),
    get: (url: string) => app.inject({ url }),
    call({ method, url, body, as = null }: Call) {
      const headers = {
        ...(as !== null && signIn.headersOf(as)),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      return app.inject({ method, url, headers, payload: JSON.stringify(body) })
    },
    /** Waits until the map and the places count all that is stored. */
    settled: () => whenSettled(store),
    /** Sets the clock forward. */
    pass(ms: number): void {
      offset += ms
    },
    async close(): Promise<void> {
      await Promise.all([app.close(), signIn.close()])
      await bus.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
