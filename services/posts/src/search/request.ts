import type { Sort } from '@aangan/contracts/post-constants'
import type { PostFilters } from '@aangan/contracts/post-filters'
import type { Position } from '@aangan/service-kit/paging'
import type { Box } from './point.ts'

/** One page of one search: `limit` listings after a position, in a total order (sort value, then id). */
export interface SearchRequest extends Filtered {
  sort: Sort
  limit: number
  /** Where the page before ended; the value of `newest` is an ISO 8601 time. */
  after: Position | null
}

export interface Filtered {
  filters: PostFilters
  /** In any of these areas, which have no point in common; null for anywhere. */
  boxes: Box[] | null
}

/** An area of the map, how large it is shown, and what to show in it. */
export interface MapView extends Filtered {
  boxes: Box[]
  /** Of the map: 0 is the world in 256 pixels. */
  zoom: number
}
