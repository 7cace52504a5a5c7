import type { Sort } from '@aangan/contracts/post-constants'
import type { PostFilters } from '@aangan/contracts/post-filters'
import type { Position } from '@aangan/service-kit/paging'
import type { Box } from './point.ts'

export interface SearchRequest extends Filtered {
  sort: Sort
  limit: number
  /** Only listings published after this time, in milliseconds since 1970. */
  since?: number
  /** End of the previous page; for sort `newest` its value is an ISO 8601 time. */
  after: Position | null
}

export interface Filtered {
  filters: PostFilters
  /** Disjoint areas, any of which may match; null for anywhere. */
  boxes: Box[] | null
}

export interface MapView extends Filtered {
  boxes: Box[]
  /** At zoom 0 the world is 256 pixels wide. */
  zoom: number
}
