import type { IndexSpec, SortOrder } from '../store.ts'
import type { Connection } from './connection.ts'

/**
 * Where a collection has ever held something other than numbers, text and null: `array:cells`, `boolean:agent.active`.
 * SQLite's json_extract shows booleans as 0 and 1, and arrays and objects as text. Knowing the places where that may
 * happen, all other comparisons can do without a type check and stay inside the index. MongoDB's "multikey" flag on
 * indexes is the same idea.
 */
export type Shape = `${'array' | 'object' | 'boolean'}:${string}`

/** Documents with computed keys would make the list endless: past this many places, everything may be anywhere. */
const MAX_SHAPES = 1000

export interface PathShapes {
  array: boolean
  object: boolean
  boolean: boolean
  /** Some part of the path before its end may be an array. */
  underArray: boolean
}

/** What a store has learned about its collections, kept beside them so that every process knows it. */
export interface Catalog {
  of(collection: string, path: string): PathShapes
  /** Records shapes inside the transaction that writes the document; answers those that are new. */
  note(collection: string, shapes: ReadonlySet<Shape>): Shape[]
  indexesOf(collection: string): readonly Pick<IndexSpec, 'name' | 'key'>[]
  noteIndex(collection: string, index: IndexSpec): void
  forgetIndex(collection: string, name: string): void
  /** Reads everything again when another connection has written since. */
  refresh(): void
  /** Forgets what is in memory: after a rollback it may be more than what the file says. */
  forget(): void
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS _shapes (collection TEXT, shape TEXT, PRIMARY KEY (collection, shape));
  CREATE TABLE IF NOT EXISTS _indexes (collection TEXT, name TEXT, key TEXT, PRIMARY KEY (collection, name));
`

interface IndexRow {
  collection: string
  name: string
  key: string
}

/** The catalog as one connection knows it. */
export function makeCatalog(connection: Connection): Catalog {
  connection.exec(TABLES)
  let indexes: IndexRow[] = []
  let known = new Map<string, Set<string>>()
  let version: unknown = null

  function shapesOf(collection: string): Set<string> {
    const shapes = known.get(collection) ?? new Set()
    known.set(collection, shapes)
    return shapes
  }

  function load(): void {
    known = new Map()
    const rows = connection.all<{ collection: string; shape: string }>('SELECT collection, shape FROM _shapes')
    for (const row of rows) shapesOf(row.collection).add(row.shape)
    indexes = connection.all<IndexRow>('SELECT collection, name, key FROM _indexes')
  }

  function without(collection: string, name: string): IndexRow[] {
    return indexes.filter((index) => index.collection !== collection || index.name !== name)
  }

  return {
    of(collection, path) {
      return pathShapes(shapesOf(collection), path)
    },
    note(collection, shapes) {
      const seen = shapesOf(collection)
      const fresh = [...shapes].filter((shape) => !seen.has(shape))
      for (const shape of seen.size > MAX_SHAPES ? [] : fresh) {
        connection.run('INSERT OR IGNORE INTO _shapes VALUES (?, ?)', [collection, shape])
        seen.add(shape)
      }
      return fresh
    },
    indexesOf(collection) {
      const own = indexes.filter((index) => index.collection === collection)
      return own.map(({ name, key }) => ({ name, key: JSON.parse(key) as SortOrder }))
    },
    noteIndex(collection, { name, key }) {
      connection.run('INSERT OR REPLACE INTO _indexes VALUES (?, ?, ?)', [collection, name, JSON.stringify(key)])
      indexes = [...without(collection, name), { collection, name, key: JSON.stringify(key) }]
    },
    forgetIndex(collection, name) {
      connection.run('DELETE FROM _indexes WHERE collection = ? AND name = ?', [collection, name])
      indexes = without(collection, name)
    },
    refresh() {
      const now = connection.get<{ data_version: number }>('PRAGMA data_version')?.data_version
      if (now === version) return
      load()
      version = now
    },
    forget() {
      version = null
    },
  }
}

function pathShapes(shapes: ReadonlySet<string>, path: string): PathShapes {
  const all = shapes.size > MAX_SHAPES
  return {
    array: all || shapes.has(`array:${path}`),
    object: all || shapes.has(`object:${path}`),
    boolean: all || shapes.has(`boolean:${path}`),
    underArray: prefixesOf(path).some((prefix) => all || shapes.has(`array:${prefix}`)),
  }
}

function prefixesOf(path: string): string[] {
  const segments = path.split('.')
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('.'))
}
