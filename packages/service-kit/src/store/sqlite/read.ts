import { setImmediate as turn } from 'node:timers/promises'
import type { CountPipeline, FindOptions } from '../store.ts'
import type { PathShapes } from './catalog.ts'
import { all, type Sql } from './conditions.ts'
import { refuse } from './errors.ts'
import { compileFilter } from './filter.ts'
import { direction, orderBy } from './indexes.ts'
import { findPage } from './page.ts'
import { pathLiteral, valueAt } from './path.ts'
import { makeProjection } from './projection.ts'
import type { Reader } from './reader.ts'

interface Row {
  doc: string
}

/** Up to so many, a result is read at once even when it is asked for one by one. */
const AT_ONCE = 1000

/** Streams give way to others after this long; the site beside answers meanwhile. */
const SLICE_MS = 5

/** All documents that match, read within one turn of the event loop: they are one state of the store. */
export function findMatching<T>(reader: Reader, collection: string, filter: object, options: FindOptions): T[] {
  reader.catalog.refresh()
  const project = makeProjection(options.projection)
  const rows = findPage(reader, collection, filter, options) ?? searchMatching(reader, collection, filter, options)
  return rows.map((doc) => project(JSON.parse(doc)) as T)
}

function searchMatching(reader: Reader, collection: string, filter: object, options: FindOptions): string[] {
  const { text, values } = selectMatching(reader, collection, filter, options)
  return reader.connection.all<Row>(text, values).map(({ doc }) => doc)
}

/**
 * The same one by one, for results too large to hold. It reads over many turns and so on a connection of its own: a
 * statement left open on the shared one would keep all others from seeing later writes.
 */
export async function* streamMatching<T>(
  reader: Reader,
  collection: string,
  filter: object,
  options: FindOptions,
): AsyncGenerator<T, void, undefined> {
  if (options.limit && options.limit <= AT_ONCE) return yield* findMatching<T>(reader, collection, filter, options)
  reader.catalog.refresh()
  const { text, values } = selectMatching(reader, collection, filter, options)
  const project = makeProjection(options.projection)
  const connection = reader.openAnother()
  try {
    let sliceEnd = performance.now() + SLICE_MS
    for (const row of connection.iterate<Row>(text, values)) {
      yield project(JSON.parse(row.doc)) as T
      if (performance.now() < sliceEnd) continue
      await turn()
      sliceEnd = performance.now() + SLICE_MS
    }
  } finally {
    connection.close()
  }
}

/** The query of a `find`, on the index that SQLite chooses. */
export function selectMatching(reader: Reader, collection: string, filter: object, options: FindOptions): Sql {
  const where = whereOf(reader, collection, filter)
  const text = `SELECT doc FROM "${collection}" WHERE ${where.text}${orderBy(options.sort)} LIMIT ?`
  return { text, values: [...where.values, sqlLimit(options.limit)] }
}

export function countMatching(reader: Reader, collection: string, filter: object, limit?: number): number {
  reader.catalog.refresh()
  const { text, values } = selectCount(reader, collection, filter, limit)
  return reader.connection.get<{ n: number }>(text, values)?.n ?? 0
}

export function selectCount(reader: Reader, collection: string, filter: object, limit?: number): Sql {
  const where = whereOf(reader, collection, filter)
  const text = `SELECT count(*) AS n FROM (SELECT 1 FROM "${collection}" WHERE ${where.text} LIMIT ?)`
  return { text, values: [...where.values, sqlLimit(limit)] }
}

function whereOf(reader: Reader, collection: string, filter: object): Sql {
  return all([...reader.visit, compileFilter(filter, (path) => reader.catalog.of(collection, path))])
}

/** MongoDB's limit 0 is none, which SQLite writes as -1. */
function sqlLimit(limit = 0): number {
  if (!Number.isInteger(limit) || limit < 0) refuse(`limit is a whole number from 0 on, got ${limit}`)
  return limit === 0 ? -1 : limit
}

/** Documents by the values of a field: `[{ $match }, { $group }, { $sort }, { $limit }]`. */
export function countBy<T>(
  reader: Reader,
  collection: string,
  [{ $match }, { $group }, { $sort }, { $limit }]: CountPipeline<T>,
): { _id: string; count: number }[] {
  reader.catalog.refresh()
  const where = whereOf(reader, collection, $match)
  const group = groupBy($group._id, (path) => reader.catalog.of(collection, path))
  const order = Object.entries($sort).map(([field, way]) => orderOfGroups(field, way))
  const text = `SELECT ${group.key} AS label, count(*) AS n FROM "${collection}"
    WHERE ${where.text} GROUP BY label ORDER BY ${order.join(', ')} LIMIT ?`
  const rows = reader.connection.all<{ label: string; n: number }>(text, [...where.values, sqlLimit($limit)])
  return rows.map(({ label, n }) => ({ _id: group.decode(label), count: n }))
}

function groupBy(field: string, shapesOf: (path: string) => PathShapes) {
  if (!field.startsWith('$')) refuse(`$group takes a field such as '$city', got ${JSON.stringify(field)}`)
  const path = field.slice(1)
  const shapes = shapesOf(path)
  if (shapes.underArray) refuse(`$group cannot count by ${path}, which lies inside a list`)
  if (path === '_id' || !(shapes.array || shapes.object || shapes.boolean)) {
    return { key: valueAt(path), decode: (label: string) => label }
  }
  // As JSON text, so that true and 1, or a list and the text of one, are counted apart.
  return { key: `coalesce(doc -> ${pathLiteral(path)}, 'null')`, decode: (label: string) => JSON.parse(label) }
}

function orderOfGroups(field: string, way: unknown): string {
  const column =
    field === 'count' ? 'n' : field === '_id' ? 'label' : refuse(`Groups sort by count and _id, not ${field}`)
  return column + direction(field, way)
}
