import type { Connection } from './connection.ts'
import type { makeQuery } from './query.ts'

/** Filters are few and each is asked once a row: the last ones stay compiled. */
const MAX_QUERIES = 20

export type MakeQuery = typeof makeQuery

/**
 * Teaches a connection the SQL function `residual(filter, doc)`: whether a document matches the part of a filter that SQL
 * cannot tell. The filter is its JSON text, checked by `compileFilter` before.
 */
export function defineResidual(connection: Connection, make: MakeQuery): void {
  const queries = new Map<string, ReturnType<MakeQuery>>()

  function queryOf(filter: string) {
    const query = queries.get(filter) ?? make(JSON.parse(filter))
    if (queries.size >= MAX_QUERIES) queries.clear()
    queries.set(filter, query)
    return query
  }

  connection.define('residual', (filter, doc) => (queryOf(filter).test(JSON.parse(doc)) ? 1 : 0))
}
