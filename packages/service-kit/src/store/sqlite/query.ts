import { Context } from 'mingo/core'
import * as query from 'mingo/operators/query'
import { Query } from 'mingo/query'

/** mingo's main entry also loads aggregations and expressions, which takes longer than loading all of Fastify. */
const context = Context.init({ query })

export function makeQuery(filter: Record<string, unknown>): Query {
  return new Query(filter, { context })
}
