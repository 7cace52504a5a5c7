import type { Collection, Store } from '@aangan/service-kit/store/store'
import type { HeapFields } from './heap.ts'
import type { Versioned } from './versions.ts'

/** The tallies of one cell of the map, of one city's listings or of everybody's. One without listings stays, empty. */
export interface CellDoc extends HeapFields, Versioned {}

/** Which listings a tree of cells counts: those of a city key, or all. */
export type Scope = string
export const EVERYTHING: Scope = ''

export type Cells = ReturnType<typeof createCells>

export function createCells(store: Store) {
  const cells: Collection<CellDoc> = store.collection('tallies')
  return {
    collection: cells,

    /** Those of the cells that hold listings, by quadkey. */
    async read(scope: Scope, keys: string[]): Promise<Map<string, CellDoc>> {
      if (keys.length === 0) return new Map()
      const found = await cells.find({ _id: { $in: keys.map((key) => cellId(scope, key)) } }).toArray()
      return new Map(found.filter(({ count }) => count > 0).map((one) => [quadkeyOfId(one._id), one]))
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
