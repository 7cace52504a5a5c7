import { join, resolve } from 'node:path'
import { ConfigError } from '../../config.ts'
import { withAdvice } from '../../disk.ts'
import { makeFolder } from '../../durable-files.ts'
import type { Document, Store } from '../store.ts'
import { makeCatalog } from './catalog.ts'
import { startCheckpoints } from './checkpoints.ts'
import { makeCollection } from './collection.ts'
import { type Connection, openConnection } from './connection.ts'
import { openFlushes } from './flushes.ts'
import { openWhenFree } from './open-when-free.ts'
import { checkName } from './path.ts'
import { makeQuery } from './query.ts'
import { createReads } from './reads.ts'
import { defineResidual } from './residual.ts'
import { sharedThreads, type Threads } from './threads.ts'
import { makeWriter, type WriterParts } from './transaction.ts'

/**
 * Any number of processes may have it open. One connection writes, in the caller's thread; those in `threads` read.
 * Throws a ConfigError naming the file if it cannot be opened or is not a database.
 */
export async function openSqliteStore(
  directory: string,
  name: string,
  threads: Threads = sharedThreads(),
): Promise<Store> {
  const file = join(directory, `${checkName('store', name)}.db`)
  const opened = await openFile(directory, file)
  const { flushes } = opened
  const checkpoints = startCheckpoints(resolve(file), threads)
  const writer = makeWriter({ ...opened, wrote: checkpoints.wrote })
  const reads = createReads(resolve(file), threads, flushes.flushed)
  // A write waits for another process in `transact`, with the event loop running.
  writer.connection.waitForLocks(false)
  return {
    collection<T extends Document>(collection: string) {
      createTable(writer.connection, checkName('collection', collection))
      return makeCollection<T>(collection, reads, writer)
    },
    async ping() {
      await writer.ping()
      await reads.ping()
    },
    async close() {
      await Promise.all([reads.close(), checkpoints.stop()])
      await flushes.close()
      if (writer.connection.isOpen) writer.connection.close()
    },
  }
}

async function openFile(directory: string, file: string): Promise<Omit<WriterParts, 'wrote'>> {
  try {
    await makeFolder(directory)
    const connection = await openWhenFree(() => openConnection(file))
    defineResidual(connection, makeQuery)
    // Its first read creates the write-ahead log.
    const catalog = makeCatalog(connection)
    return { connection, catalog, flushes: await openFlushes(file, connection.dataVersion) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const message = `Cannot open the store ${reason.startsWith(file) ? reason : `${file}: ${reason}`}`
    throw new ConfigError(withAdvice(message, error), { cause: error })
  }
}

function createTable(connection: Connection, collection: string): void {
  const known = `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`
  if (connection.get(known, [collection])) return
  connection.waitForLocks(true)
  try {
    connection.exec(`CREATE TABLE IF NOT EXISTS "${collection}" (_id TEXT PRIMARY KEY, doc TEXT NOT NULL)`)
  } finally {
    connection.waitForLocks(false)
  }
}
