import { Context } from 'mingo/core'
import * as query from 'mingo/operators/query'
import { Query } from 'mingo/query'

/** mingo's own entry knows aggregations and expressions too: to load those takes a start longer than all of Fastify. */
const context = Context.init({ query })

/** What MongoDB says to a filter and a document, in memory. */
export function makeQuery(filter: Record<string, unknown>): Query {
  return new Query(filter, { context })
}
