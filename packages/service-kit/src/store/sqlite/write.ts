import type { UpdateOutcome } from '../store.ts'
import { type Encoded, encode } from './encode.ts'
import { translateClash } from './errors.ts'
import { compileFilter, operationsOf } from './filter.ts'
import { refuseUniqueLists } from './indexes.ts'
import type { Writer } from './transaction.ts'
import { compileUpdate } from './update.ts'
import { setValue } from './update-operators.ts'

/** Every function here runs inside a transaction of the writer. */
export interface Target {
  name: string
  writer: Writer
}

interface Row {
  position: number
  doc: string
}

const NOTHING: UpdateOutcome = { matchedCount: 0, modifiedCount: 0, upsertedCount: 0 }

export function insertOne(target: Target, document: object): void {
  const encoded = encode(document)
  noteShapes(target, encoded)
  const sql = `INSERT INTO "${target.name}" (_id, doc) VALUES (?, ?)`
  translateClash(target.name, () => target.writer.connection.run(sql, [encoded.id, encoded.json]))
}

/** `document` is the one after the update; null if none matched and none was inserted. */
export function updateOne<T>(
  target: Target,
  filter: object,
  update: object,
  { upsert = false }: { upsert?: boolean } = {},
): { outcome: UpdateOutcome; document: T | null } {
  const apply = compileUpdate(update)
  const row = firstMatching(target, filter)
  if (!row && !upsert) return { outcome: NOTHING, document: null }
  const document = row ? JSON.parse(row.doc) : equalities(filter)
  apply(document, !row)
  const encoded = encode(document)
  const after: T = JSON.parse(encoded.json)
  if (!row) {
    insertOne(target, document)
    return { outcome: { ...NOTHING, upsertedCount: 1 }, document: after }
  }
  const modifiedCount = encoded.json === row.doc ? 0 : 1
  if (modifiedCount === 1) replace(target, row, encoded)
  return { outcome: { ...NOTHING, matchedCount: 1, modifiedCount }, document: after }
}

export function deleteOne(target: Target, filter: object): { deletedCount: number } {
  const row = firstMatching(target, filter)
  if (!row) return { deletedCount: 0 }
  target.writer.connection.run(`DELETE FROM "${target.name}" WHERE rowid = ?`, [row.position])
  return { deletedCount: 1 }
}

function firstMatching({ name, writer }: Target, filter: object): Row | undefined {
  const where = compileFilter(filter, (path) => writer.catalog.of(name, path))
  const sql = `SELECT rowid AS position, doc FROM "${name}" WHERE ${where.text} LIMIT 1`
  return writer.connection.get<Row>(sql, where.values)
}

function replace(target: Target, row: Row, encoded: Encoded): void {
  noteShapes(target, encoded)
  const sql = `UPDATE "${target.name}" SET doc = ? WHERE rowid = ?`
  translateClash(target.name, () => target.writer.connection.run(sql, [encoded.json, row.position]))
}

function noteShapes({ name, writer }: Target, { shapes }: Encoded): void {
  refuseUniqueLists(writer.connection, name, writer.catalog.note(name, shapes))
}

function equalities(filter: object): Record<string, unknown> {
  const document = {}
  for (const [path, wanted] of Object.entries(filter)) {
    if (wanted === undefined) continue
    const equality = operationsOf(path, wanted).find(([operator]) => operator === '$eq')
    if (equality) setValue(document, path, equality[1])
  }
  return document
}
