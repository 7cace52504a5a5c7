import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Document, Store } from '../store.ts'
import { makeCatalog } from './catalog.ts'
import { makeCollection } from './collection.ts'
import type { Sql } from './conditions.ts'
import { type Connection, openConnection } from './connection.ts'
import { checkName } from './path.ts'
import type { Reader } from './reader.ts'
import { defineResidual } from './residual.ts'
import { makeWriter } from './transaction.ts'

/**
 * Opens the store kept in `directory/name.db`, making both where missing. Any number of processes may have it open.
 *
 * @param onVisit called for each entry of an index and each document that a query visits, for those who count them
 * @throws Error naming the file when it cannot be opened or is no database
 */
export function openSqliteStore(directory: string, name: string, { onVisit }: { onVisit?: () => void } = {}): Store {
  const file = join(directory, `${checkName('store', name)}.db`)
  const writer = makeWriter(openFile(directory, file))
  const reading = openFile(directory, file)
  const reader: Reader = {
    connection: reading,
    catalog: makeCatalog(reading),
    visit: onVisit ? [defineVisit(reading, onVisit)] : [],
    openAnother: () => openFile(directory, file),
  }
  // A write waits for another process in `transact`, with the event loop running.
  writer.connection.waitForLocks(false)
  return {
    url: `sqlite:${directory}`,
    collection<T extends Document>(collection: string) {
      createTable(writer.connection, checkName('collection', collection))
      return makeCollection<T>(collection, reader, writer)
    },
    async ping() {
      reading.get('SELECT count(*) FROM _shapes')
    },
    async close() {
      reading.close()
      writer.connection.close()
    },
  }
}

/** SQLite asks a function that may answer anything again for each row, and before all conditions that follow it. */
function defineVisit(connection: Connection, onVisit: () => void): Sql {
  const visit = () => {
    onVisit()
    return 1
  }
  connection.define('visit', visit, { deterministic: false })
  return { text: 'visit()', values: [] }
}

function openFile(directory: string, file: string): Connection {
  try {
    makeDirectory(resolve(directory))
    const connection = openConnection(file)
    defineResidual(connection)
    return connection
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Cannot open the store ${file}: ${reason}`, { cause: error })
  }
}

/** One by one: Node's own `recursive` never returns where the system pretends that a parent does not exist (/proc). */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return
  makeDirectory(dirname(directory))
  try {
    mkdirSync(directory)
  } catch (error) {
    // Another process may have been faster.
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
