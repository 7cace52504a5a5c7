import type { SortOrder } from '../store.ts'
import { all, type Sql } from './conditions.ts'
import type { Part } from './filter.ts'
import { orderBy } from './indexes.ts'
import type { Reader } from './reader.ts'
import { covers, type Index, pathsOf, prefixOf } from './walk-plan.ts'

/**
 * The query that finds all that matches on one index, sorts that and reads the documents of the first ones; null where no
 * index holds all that is asked and sorted by. SQLite alone takes the documents along while it sorts.
 */
export function selectLookUp(
  reader: Reader,
  collection: string,
  parts: Part[],
  { sort, limit }: { sort: SortOrder; limit: number },
): Sql | null {
  const index = indexFor(reader.catalog.indexesOf(collection), parts, sort)
  if (!index) return null
  const where = all([...reader.visit, ...parts])
  // The limit stands outside as well: without one there, SQLite makes one query of both and takes the documents along.
  const text = `
    SELECT (SELECT doc FROM "${collection}" WHERE rowid = place) AS doc FROM (
      SELECT rowid AS place FROM "${collection}" INDEXED BY "${collection}.${index.name}"
      WHERE ${where.text}${orderBy(sort)} LIMIT ?
    ) LIMIT ?`
  return { text, values: [...where.values, limit, limit] }
}

/** Of the indexes that hold everything, the one that leaves least to go through. */
function indexFor(indexes: readonly Index[], parts: Part[], sort: SortOrder): Index | undefined {
  const fixed = pathsOf(parts.filter(({ equality, choices }) => equality || choices !== null))
  const asked = pathsOf(parts)
  const narrowness = (index: Index) => {
    const begin = prefixOf(index, fixed).length
    const next = Object.keys(index.key)[begin]
    return begin + (next !== undefined && asked.has(next) ? 0.5 : 0)
  }
  return indexes
    .filter((index) => covers(index, parts) && Object.keys(sort).every((path) => path in index.key))
    .filter((index) => narrowness(index) > 0)
    .sort((a, b) => narrowness(b) - narrowness(a))[0]
}
