import type { IndexSpec, SortOrder } from '../store.ts'
import type { Shape } from './catalog.ts'
import type { Connection } from './connection.ts'
import { IndexNotFoundError, refuse, translateClash } from './errors.ts'
import { checkName, valueAt } from './path.ts'
import type { Writer } from './transaction.ts'

const ABSENT = ' (absent)'

/** Runs inside a transaction. Throws a DuplicateKeyError if existing documents clash with a unique index. */
export function createIndexes({ connection, catalog }: Writer, collection: string, indexes: IndexSpec[]): void {
  for (const index of indexes) {
    const list = index.unique && Object.keys(index.key).find((path) => catalog.of(collection, path).array)
    if (list) refuse(`Index ${index.name} cannot be unique: ${list} holds lists in some documents`)
    for (const [name, sql] of definitions(collection, index)) {
      translateClash(collection, () => ensure(connection, name, sql))
    }
    if (!index.unique) connection.exec(`DROP INDEX IF EXISTS "${collection}.${index.name}${ABSENT}"`)
  }
}

export function dropIndex({ connection }: Writer, collection: string, name: string): void {
  if (!namesOfIndexes(connection, collection).includes(name)) {
    throw new IndexNotFoundError(`${collection} has no index ${name}`)
  }
  for (const part of [name, name + ABSENT]) connection.exec(`DROP INDEX IF EXISTS "${collection}.${part}"`)
  forget(connection, collection, name)
}

/** Processes of an earlier release list the indexes in a table of their own. */
function forget(connection: Connection, collection: string, name: string): void {
  const table = connection.get(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_indexes'`)
  if (table) connection.run('DELETE FROM _indexes WHERE collection = ? AND name = ?', [collection, name])
}

export function namesOfIndexes(connection: Connection, collection: string): string[] {
  const sql = `SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql NOT NULL`
  const names = connection.all<{ name: string }>(sql, [collection]).map(({ name }) => name)
  return names.filter((name) => !name.endsWith(ABSENT)).map((name) => name.slice(`${collection}.`.length))
}

function ensure(connection: Connection, name: string, sql: string): void {
  const present = connection.get<{ sql: string }>(`SELECT sql FROM sqlite_master WHERE type = 'index' AND name = ?`, [
    name,
  ])
  if (present?.sql === sql) return
  connection.exec(`DROP INDEX IF EXISTS "${name}"`)
  connection.exec(sql)
}

function definitions(collection: string, { name, key, unique }: IndexSpec): [name: string, sql: string][] {
  checkName('index', name)
  const fields = Object.entries(key)
  if (fields.length === 0) refuse(`Index ${name} needs at least one field`)
  const own = `${collection}.${name}`
  const columns = fields.map(([path, order]) => valueAt(path) + direction(path, order)).join(', ')
  if (!unique) return [[own, `CREATE INDEX "${own}" ON "${collection}" (${columns})`]]
  const absent = own + ABSENT
  return [
    [own, `CREATE UNIQUE INDEX "${own}" ON "${collection}" (${columns})`],
    [absent, absentIndex(absent, collection, Object.keys(key))],
  ]
}

/**
 * In MongoDB a missing field is one value, allowed once; SQL allows any number of NULLs. This small index holds only
 * documents that lack a field, with an empty blob, which no JSON value equals, in its place.
 */
function absentIndex(name: string, collection: string, paths: string[]): string {
  const columns = paths.map((path) => `ifnull(${valueAt(path)}, x'')`).join(', ')
  const missing = paths.map((path) => `${valueAt(path)} IS NULL`).join(' OR ')
  return `CREATE UNIQUE INDEX "${name}" ON "${collection}" (${columns}) WHERE ${missing}`
}

/** MongoDB would index each element; here a list in a uniquely indexed field is rejected rather than compared whole. */
export function refuseUniqueLists(connection: Connection, collection: string, fresh: readonly Shape[]): void {
  for (const shape of fresh.filter((each) => each.startsWith('array:'))) {
    const path = shape.slice('array:'.length)
    const index = connection
      .all<{ name: string; sql: string }>(`SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ?`, [
        collection,
      ])
      .find(({ sql }) => sql?.startsWith('CREATE UNIQUE') && sql.includes(`${valueAt(path)}`))
    if (index) refuse(`${path} cannot hold a list: index ${index.name} is unique`)
  }
}

export function orderBy(sort: SortOrder = {}): string {
  const terms = Object.entries(sort).map(([path, order]) => valueAt(path) + direction(path, order))
  return terms.length === 0 ? '' : ` ORDER BY ${terms.join(', ')}`
}

function direction(path: string, order: unknown): string {
  if (order === 1) return ''
  return order === -1 ? ' DESC' : refuse(`The sort order of ${path} must be 1 or -1`)
}
