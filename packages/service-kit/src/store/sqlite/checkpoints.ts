import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from './connection.ts'
import { type OpenStore, openStoreOf } from './thread-protocol.ts'
import type { Threads } from './threads.ts'

/** Writes within this time share a checkpoint. */
const DELAY_MS = 500
const LONG_LOG_PAGES = 1_000

export interface Checkpoints {
  /** Call after each commit. */
  wrote(): void
  stop(): Promise<void>
}

/** Copies a write-ahead log into its database in a reader thread: it waits for the disk, twice. */
export function startCheckpoints(file: string, threads: Threads): Checkpoints {
  const store: OpenStore = openStoreOf(file)
  const stopped = new AbortController()
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    await pause(DELAY_MS, undefined, { ref: false, signal: stopped.signal })
    await threads.ask({ store, read: 'checkpoint', collection: '', args: [] })
  }

  return {
    wrote() {
      // If a checkpoint fails, the next one catches up, at the latest SQLite's own: see MAX_LOG_PAGES.
      running ??= run()
        .catch(() => undefined)
        .finally(() => {
          running = null
        })
    },
    async stop() {
      stopped.abort()
      await running
      await threads.close(store.id)
    },
  }
}

/**
 * PASSIVE first, which blocks nobody. A long log must also be restarted: writers wait until the rest is copied and all
 * readers have left, at most for the connection's busy timeout.
 */
export function checkpoint(connection: Connection): void {
  const { log = 0 } = connection.get<{ log: number }>('PRAGMA wal_checkpoint(PASSIVE)') ?? {}
  if (log > LONG_LOG_PAGES) connection.get('PRAGMA wal_checkpoint(RESTART)')
}
