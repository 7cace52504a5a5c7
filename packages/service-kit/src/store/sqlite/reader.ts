import { type Catalog, makeCatalog } from './catalog.ts'
import type { Sql } from './conditions.ts'
import { type Connection, openConnection } from './connection.ts'
import { defineResidual, type MakeQuery } from './residual.ts'

/** Two threads read each store: together they use as much as the writing connection. */
const CACHE_KB = 8_000

export interface Reader {
  connection: Connection
  catalog: Catalog
}

/** First condition for each row visited: calling a function takes a microsecond, testing the rowid 0.05. */
export const VISIT: Sql = { text: '(rowid & 63 OR visit())', values: [] }

export function openReader(file: string, makeQuery: MakeQuery, onVisit = () => {}): Reader {
  const connection = openConnection(file, { cacheKb: CACHE_KB, mustExist: true })
  const catalog = makeCatalog(connection)
  connection.exec('PRAGMA query_only = ON')
  defineResidual(connection, makeQuery)
  // SQLite calls a non-deterministic function again for each row, before the conditions that follow it.
  const visit = () => {
    onVisit()
    return 1
  }
  connection.define('visit', visit, { deterministic: false })
  return { connection, catalog }
}

/** Concurrent writes are in neither the rows nor the catalog that `read` sees. */
export function inSnapshot<R>({ connection, catalog }: Reader, read: () => R): R {
  connection.run('BEGIN')
  try {
    catalog.refresh()
    return read()
  } finally {
    if (connection.inTransaction) connection.run('ROLLBACK')
  }
}
