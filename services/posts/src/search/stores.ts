import type { Collection, Store } from '@aangan/service-kit/store/store'
import type { ListingDoc } from '../listing.ts'
import { type Cells, createCells } from '../tallies/cell-store.ts'
import { createSettling, type Settling } from '../tallies/settling.ts'

/** What a search reads. */
export interface Searched {
  listings: Collection<ListingDoc>
  cells: Cells
  /** What the tallies do not tell of. */
  uncounted: Settling['uncounted']
}

export function createSearched(store: Store): Searched {
  const { uncounted } = createSettling(store)
  return { listings: store.collection('listings'), cells: createCells(store), uncounted }
}
