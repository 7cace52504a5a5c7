import type { Connection } from './connection.ts'
import type { makeQuery } from './query.ts'

const MAX_QUERIES = 20

export type MakeQuery = typeof makeQuery

/** `residual(filter, doc)` tests what SQL cannot express. `compileFilter` has validated the filter. */
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
