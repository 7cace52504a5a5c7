import { all, type Sql } from './conditions.ts'
import { orderBy } from './indexes.ts'
import { valueAt } from './path.ts'
import type { Reader } from './reader.ts'
import type { WalkPlan } from './walk-plan.ts'
import { type Entry, merge } from './walk-several.ts'

/**
 * A page in the order of an index is found by walking that index and leaving out what does not match. SQLite rather
 * sorts everything that another index finds: at 200,000 listings, 300 ms for the newest 60 that are for sale, where a
 * walk takes under 1 ms. But a walk is endless where next to nothing matches, so it gives up after this many entries.
 */
const MAX_EXAMINED = 2_000
/** The same where the index tells what matches. */
const MAX_EXAMINED_COVERED = 10_000

/** Answers the documents' JSON, or null where the walk came to no end. */
export function walk(reader: Reader, collection: string, plan: WalkPlan, limit: number): string[] | null {
  const [only, ...others] = selectStretches(reader, collection, plan)
  if (!only) return []
  if (others.length > 0) return walkSeveral(reader, collection, plan, { stretches: [only, ...others], limit })
  const { text, values } = selectWalk(collection, plan, { stretch: only, limit })
  const rows = reader.connection.all<{ doc: string | null; examined: number }>(text, values)
  const found = rows.flatMap(({ doc }) => (doc === null ? [] : [doc]))
  const gaveUp = rows.at(-1)?.examined === mostOf(plan)
  return gaveUp && found.length < limit ? null : found
}

/**
 * The query that gives the documents on the way, and NULL for the entry at which it gives up. Documents are read when it
 * is certain which ones: one costs 10 µs, an entry left out 0.2.
 */
export function selectWalk(
  collection: string,
  plan: WalkPlan,
  { stretch, limit }: { stretch: Sql; limit: number },
): Sql {
  const most = mostOf(plan)
  const text = `
    SELECT CASE WHEN fits THEN (SELECT doc FROM "${collection}" WHERE rowid = place) END AS doc, examined FROM (
      SELECT place, fits, row_number() OVER () AS examined FROM (${stretch.text} LIMIT ${most})
    ) WHERE fits OR examined = ${most} LIMIT ?`
  return { text, values: [...stretch.values, limit] }
}

/** The same through several stretches at once. */
function walkSeveral(
  { connection }: Reader,
  collection: string,
  plan: WalkPlan,
  { stretches, limit }: { stretches: Sql[]; limit: number },
): string[] | null {
  const cursors = stretches.map(({ text, values }) => connection.open<Entry>(text, values))
  const directions = plan.order.map(([, way]) => way)
  const places: number[] = []
  let examined = 0
  try {
    for (const { place, fits } of merge(cursors, directions)) {
      examined += 1
      if (fits) places.push(place)
      if (places.length === limit) break
      if (examined === mostOf(plan)) return null
    }
  } finally {
    for (const cursor of cursors) cursor.close()
  }
  const text = `SELECT doc FROM "${collection}" WHERE rowid = ?`
  return places.flatMap((place) => connection.get<{ doc: string }>(text, [place])?.doc ?? [])
}

function mostOf({ isCovered }: WalkPlan): number {
  return isCovered ? MAX_EXAMINED_COVERED : MAX_EXAMINED
}

/** The query of each stretch: its entries in order, and whether each of them matches. */
export function selectStretches(
  reader: Reader,
  collection: string,
  { index, stretches, rest, order }: WalkPlan,
): Sql[] {
  const fits = all(rest)
  const keys = order.map(([path], at) => `, ${valueAt(path)} AS key${at}`).join('')
  return stretches.map((bounds) => {
    const where = all([...reader.visit, ...bounds])
    const text = `SELECT rowid AS place, (${fits.text}) AS fits${keys}
      FROM "${collection}" INDEXED BY "${collection}.${index}" WHERE ${where.text}${orderBy(Object.fromEntries(order))}`
    return { text, values: [...fits.values, ...where.values] }
  })
}
