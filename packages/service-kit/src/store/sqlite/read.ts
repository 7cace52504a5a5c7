import type { FindOptions } from '../store.ts'
import { all, type Sql } from './conditions.ts'
import { refuse } from './errors.ts'
import { compileFilter } from './filter.ts'
import { orderBy } from './indexes.ts'
import { makeProjection } from './projection.ts'
import { type Reader, VISIT } from './reader.ts'

/** A list of this length is parsed in about a millisecond. */
const MAX_LIST_CHARS = 256 * 1024

interface Row {
  doc: string
}

/** Each runs in one snapshot; arguments and results are copied between threads. */
export const READS = { find, findRowIds, findAt, count, ping }

/** As JSON lists: parsing one text takes half the time of copying its objects. */
function find(reader: Reader, collection: string, filter: object, options: FindOptions): string[] {
  const { text, values } = selectMatching(reader, collection, filter, options)
  return toLists(reader.connection.all<Row>(text, values), options)
}

function toLists(rows: Row[], { projection }: FindOptions): string[] {
  const project = makeProjection(projection)
  const wanted = rows.map(({ doc }) => (projection ? JSON.stringify(project(JSON.parse(doc))) : doc))
  const lists: string[][] = []
  let room = 0
  for (const doc of wanted) {
    if (room <= 0) {
      lists.push([])
      room = MAX_LIST_CHARS
    }
    lists.at(-1)?.push(doc)
    room -= doc.length
  }
  return lists.map((list) => `[${list.join()}]`)
}

export function selectMatching(
  reader: Reader,
  collection: string,
  filter: object,
  options: FindOptions,
  column: 'doc' | 'rowid' = 'doc',
): Sql {
  const where = whereOf(reader, collection, filter)
  const text = `SELECT ${column} FROM "${collection}" WHERE ${where.text}${orderBy(options.sort)} LIMIT ?`
  return { text, values: [...where.values, sqlLimit(options.limit)] }
}

function findRowIds(reader: Reader, collection: string, filter: object, options: FindOptions): Float64Array {
  const { text, values } = selectMatching(reader, collection, filter, options, 'rowid')
  const rowIds: number[] = []
  reader.connection.each<{ rowid: number }>(text, values, ({ rowid }) => rowIds.push(rowid))
  return Float64Array.from(rowIds)
}

function findAt(
  reader: Reader,
  collection: string,
  filter: object,
  { rowIds, ...options }: FindOptions & { rowIds: readonly number[] },
): string[] {
  const where = compileFilter(filter, (path) => reader.catalog.of(collection, path))
  const text = `SELECT doc FROM json_each(?) AS wanted CROSS JOIN "${collection}" AS found
    WHERE found.rowid = wanted.value AND (${where.text}) ORDER BY wanted.key`
  return toLists(reader.connection.all<Row>(text, [JSON.stringify(rowIds), ...where.values]), options)
}

function count(reader: Reader, collection: string, filter: object, limit?: number): number {
  const where = whereOf(reader, collection, filter)
  const text = `SELECT count(*) AS n FROM (SELECT 1 FROM "${collection}" WHERE ${where.text} LIMIT ?)`
  return reader.connection.get<{ n: number }>(text, [...where.values, sqlLimit(limit)])?.n ?? 0
}

function whereOf(reader: Reader, collection: string, filter: object): Sql {
  return all([VISIT, compileFilter(filter, (path) => reader.catalog.of(collection, path))])
}

/** MongoDB's limit 0 means none, which SQLite writes as -1. */
function sqlLimit(limit = 0): number {
  if (!Number.isInteger(limit) || limit < 0) refuse(`limit must be a whole number of at least 0, got ${limit}`)
  return limit === 0 ? -1 : limit
}

function ping({ connection }: Reader): void {
  connection.get('SELECT count(*) FROM _shapes')
}
