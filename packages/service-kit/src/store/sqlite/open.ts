import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Document, Store } from '../store.ts'
import { startCheckpoints } from './checkpoints.ts'
import { makeCollection } from './collection.ts'
import { type Connection, openConnection } from './connection.ts'
import { openWhenFree } from './open-when-free.ts'
import { checkName } from './path.ts'
import { makeQuery } from './query.ts'
import { createReads } from './reads.ts'
import { defineResidual } from './residual.ts'
import { sharedThreads, type Threads } from './threads.ts'
import { makeWriter } from './transaction.ts'

/**
 * Any number of processes may have it open. One connection writes, in the caller's thread; those in `threads` read.
 * Throws an Error naming the file if it cannot be opened or is not a database.
 */
export async function openSqliteStore(
  directory: string,
  name: string,
  threads: Threads = sharedThreads(),
): Promise<Store> {
  const file = join(directory, `${checkName('store', name)}.db`)
  const connection = await openFile(directory, file)
  const checkpoints = startCheckpoints(resolve(file), threads)
  const writer = makeWriter(connection, checkpoints.wrote)
  const reads = createReads(resolve(file), threads)
  // A write waits for another process in `transact`, with the event loop running.
  writer.connection.waitForLocks(false)
  return {
    collection<T extends Document>(collection: string) {
      createTable(writer.connection, checkName('collection', collection))
      return makeCollection<T>(collection, reads, writer)
    },
    ping: () => reads.ping(),
    async close() {
      await Promise.all([reads.close(), checkpoints.stop()])
      if (writer.connection.isOpen) writer.connection.close()
    },
  }
}

async function openFile(directory: string, file: string): Promise<Connection> {
  try {
    makeDirectory(resolve(directory))
    const connection = await openWhenFree(() => openConnection(file))
    defineResidual(connection, makeQuery)
    return connection
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Cannot open the store ${file}: ${reason}`, { cause: error })
  }
}

/** One by one: Node's `recursive` never returns if the system denies that an existing parent exists (/proc). */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return
  makeDirectory(dirname(directory))
  try {
    mkdirSync(directory)
  } catch (error) {
    // Another process may have created it.
    if (!existsSync(directory)) throw error
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
