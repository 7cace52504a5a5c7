import { type Catalog, makeCatalog } from './catalog.ts'
import type { Sql } from './conditions.ts'
import { type Connection, openConnection } from './connection.ts'
import { defineResidual, type MakeQuery } from './residual.ts'

/** Two threads read each store: together they hold what one writing connection does. */
const CACHE_KB = 8_000

/** A connection that reads, in a thread of its own. */
export interface Reader {
  connection: Connection
  catalog: Catalog
}

/**
 * What every query asks first of each index entry and document that it visits: a call from SQL takes a microsecond, the
 * test of a row's number 0.05.
 */
export const VISIT: Sql = { text: '(rowid & 63 OR visit())', values: [] }

/** @param onVisit called for one visited row in 64; ends the query by throwing */
export function openReader(file: string, makeQuery: MakeQuery, onVisit = () => {}): Reader {
  const connection = openConnection(file, { cacheKb: CACHE_KB })
  const catalog = makeCatalog(connection)
  connection.exec('PRAGMA query_only = ON')
  defineResidual(connection, makeQuery)
  // SQLite calls a function that is not deterministic again for each row, before the conditions that follow it.
  const visit = () => {
    onVisit()
    return 1
  }
  connection.define('visit', visit, { deterministic: false })
  return { connection, catalog }
}

/** Runs `read` on one state of the store: a write of meanwhile is in neither its rows nor its catalog. */
export function inSnapshot<R>({ connection, catalog }: Reader, read: () => R): R {
  connection.run('BEGIN')
  try {
    catalog.refresh()
    return read()
  } finally {
    if (connection.inTransaction) connection.run('ROLLBACK')
  }
}
