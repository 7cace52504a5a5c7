import { join } from 'node:path'
import { makeCatalog } from '@aangan/service-kit/store/sqlite/catalog'
import { startCheckpoints } from '@aangan/service-kit/store/sqlite/checkpoints'
import { makeCollection } from '@aangan/service-kit/store/sqlite/collection'
import { openConnection } from '@aangan/service-kit/store/sqlite/connection'
import { makeQuery } from '@aangan/service-kit/store/sqlite/query'
import { createReads } from '@aangan/service-kit/store/sqlite/reads'
import { defineResidual } from '@aangan/service-kit/store/sqlite/residual'
import { sharedThreads } from '@aangan/service-kit/store/sqlite/threads'
import { makeWriter } from '@aangan/service-kit/store/sqlite/transaction'
import type { Document, Store } from '@aangan/service-kit/store/store'

/** Acknowledges what a power cut may lose, or waits for the disk in each commit, in the event loop. */
export type Waiting = 'never' | 'in the event loop'

/** The embedded store with another way of waiting for the disk. `directory` must exist. */
export async function openOtherStore(directory: string, name: string, waiting: Waiting): Promise<Store> {
  const file = join(directory, `${name}.db`)
  const connection = openConnection(file)
  if (waiting === 'in the event loop') connection.exec('PRAGMA synchronous = FULL')
  defineResidual(connection, makeQuery)
  const flushes = {
    file,
    checkFiles: () => undefined,
    wrote: () => undefined,
    flushed: async () => undefined,
    close: async () => undefined,
  }
  const checkpoints = startCheckpoints(file, sharedThreads())
  const writer = makeWriter({ connection, catalog: makeCatalog(connection), flushes, wrote: checkpoints.wrote })
  const reads = createReads(file, sharedThreads(), flushes.flushed)
  return {
    collection<T extends Document>(collection: string) {
      connection.exec(`CREATE TABLE IF NOT EXISTS "${collection}" (_id TEXT PRIMARY KEY, doc TEXT NOT NULL)`)
      return makeCollection<T>(collection, reads, writer)
    },
    ping: () => reads.ping(),
    async close() {
      await Promise.all([reads.close(), checkpoints.stop()])
      connection.close()
    },
  }
}
