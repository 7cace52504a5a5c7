import type { Connection } from './connection.ts'

/**
 * Where a collection has ever held something other than numbers, text and null: `array:cells`, `boolean:agent.active`.
 * SQLite's json_extract returns booleans as 0 and 1, and arrays and objects as text. Everywhere else, comparisons need
 * no type check and can use an index alone. MongoDB's "multikey" flag is the same idea.
 */
export type Shape = `${'array' | 'object' | 'boolean'}:${string}`

/** Computed keys would make the list endless: beyond this, any shape may be anywhere. */
const MAX_SHAPES = 1000

export interface PathShapes {
  array: boolean
  object: boolean
  boolean: boolean
  /** Some part of the path before its end may be an array. */
  underArray: boolean
}

/** Stored next to the collections, so that every process knows it. */
export interface Catalog {
  of(collection: string, path: string): PathShapes
  /** Records shapes inside the transaction that writes the document; returns the new ones. */
  note(collection: string, shapes: ReadonlySet<Shape>): Shape[]
  /** Reloads if another connection has written since. */
  refresh(): void
  /** Invalidates the cache: after a rollback it may hold more than the file. */
  forget(): void
}

const TABLE = 'CREATE TABLE IF NOT EXISTS _shapes (collection TEXT, shape TEXT, PRIMARY KEY (collection, shape))'

export function makeCatalog(connection: Connection): Catalog {
  connection.exec(TABLE)
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
    refresh() {
      const now = connection.dataVersion()
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
