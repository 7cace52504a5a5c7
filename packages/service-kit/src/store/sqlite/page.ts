import type { FindOptions, SortOrder } from '../store.ts'
import { compileParts, type Part } from './filter.ts'
import { selectLookUp } from './look-up.ts'
import type { Reader } from './reader.ts'
import { walk } from './walk.ts'
import { planWalk } from './walk-plan.ts'

/** Larger ones are no pages. */
const MAX_PAGE = 1_000

/**
 * A page of what matches, in order, as JSON: by a walk in that order where its index tells what matches, else by an index
 * that holds everything that is asked, else by a walk that reads what it meets. Null where none of these is possible or
 * where the walk came to no end.
 */
export function findPage(
  reader: Reader,
  collection: string,
  filter: object,
  { sort, limit = 0 }: FindOptions,
): string[] | null {
  if (!sort || limit === 0 || limit > MAX_PAGE) return null
  const parts = compileParts(filter, (path) => reader.catalog.of(collection, path))
  const plan = planWalk(reader.catalog.indexesOf(collection), parts, sort)
  if (plan?.isCovered)
    return walk(reader, collection, plan, limit) ?? lookUp(reader, collection, parts, { sort, limit })
  const found = lookUp(reader, collection, parts, { sort, limit })
  return found ?? (plan && walk(reader, collection, plan, limit))
}

function lookUp(
  reader: Reader,
  collection: string,
  parts: Part[],
  options: { sort: SortOrder; limit: number },
): string[] | null {
  const query = selectLookUp(reader, collection, parts, options)
  return query && reader.connection.all<{ doc: string }>(query.text, query.values).map(({ doc }) => doc)
}
