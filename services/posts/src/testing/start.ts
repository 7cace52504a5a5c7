import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBus } from '@aangan/service-kit/bus/open'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { openStore } from '@aangan/service-kit/store/open'
import { buildPosts } from '../app.ts'
import { readPostsConfig } from '../config.ts'
import { createPostStore } from '../store.ts'

export type Started = Awaited<ReturnType<typeof startPosts>>

/** The whole service over real parts: a bus in a folder of its own, a store there or at `storeUrl`. */
export async function startPosts({ storeUrl }: { storeUrl?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'posts-'))
  const log = createLog({ level: 'silent' })
  const store = await openStore(storeUrl ?? `sqlite:${folder}`, { name: 'posts' })
  const bus = await openBus(`sqlite:${folder}`, { name: 'posts', log })
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const parts = { store, bus, log, metrics: createMetrics(), identity: createKeyPair(), now }
  const app = await buildPosts({ config: readPostsConfig({}), ...parts })
  return {
    app,
    bus,
    store,
    posts: createPostStore(store),
    get: (url: string) => app.inject({ url }),
    /** Sets the clock forward. */
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
