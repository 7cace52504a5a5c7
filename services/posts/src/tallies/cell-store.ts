import type { Collection, Store } from '@aangan/service-kit/store/store'
import type { HeapFields } from './heap.ts'
import type { Versioned } from './versions.ts'

/** The tallies of one cell of the map, of one city's listings or of everybody's. One without listings stays, empty. */
export interface CellDoc extends HeapFields, Versioned {}

/** Which listings a tree of cells counts: those of a city key, or all. */
export type Scope = string
export const EVERYTHING: Scope = ''

/** A cell of a whole city takes half a millisecond to read and look through. */
const PIECE = 32

export type Cells = ReturnType<typeof createCells>

export function createCells(store: Store) {
  const cells: Collection<CellDoc> = store.collection('tallies')
  return {
    collection: cells,

    /** The cell of everything within a scope; null where that holds nothing. */
    async whole(scope: Scope): Promise<CellDoc | null> {
      const root = await cells.findOne({ _id: cellId(scope, '') })
      return root !== null && root.count > 0 ? root : null
    },

    /** Those of the cells that hold listings, and what `see` makes of them, piece by piece: others get their turn. */
    async read<T>(scope: Scope, keys: string[], see: (cell: CellDoc) => T | T[]): Promise<T[]> {
      const seen: T[] = []
      for (let at = 0; at < keys.length; at += PIECE) {
        const ids = keys.slice(at, at + PIECE).map((key) => cellId(scope, key))
        const found = await cells.find({ _id: { $in: ids } }).toArray()
        seen.push(...found.filter(({ count }) => count > 0).flatMap(see))
      }
      return seen
    },
  }
}

export function cellId(scope: Scope, key: string): string {
  return `${scope}~${key}`
}

export function scopeOfId(id: string): Scope {
  return id.slice(0, id.indexOf('~'))
}

export function quadkeyOfId(id: string): string {
  return id.slice(id.indexOf('~') + 1)
}
