import type { Collection, Store } from '@aangan/service-kit/store/store'
import type { ListingDoc } from '../listing.ts'
import { type Cells, createCells } from '../tallies/cell-store.ts'
import { createSettling, type Settling } from '../tallies/settling.ts'

/** What a search reads. */
export interface Searched {
  listings: Collection<ListingDoc>
  cells: Cells
  /** Whether a search may go by what the tallies say is there. */
  settling: () => Promise<Settling>
}

export function createSearched(store: Store): Searched {
  return { listings: store.collection('listings'), cells: createCells(store), settling: createSettling(store) }
}
