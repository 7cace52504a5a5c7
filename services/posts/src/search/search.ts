import type { PostType, Sort } from '@aangan/contracts/post-constants'
import type { CityCount, Place } from '@aangan/contracts/posts'
import type { Position } from '@aangan/service-kit/paging'
import type { PostFilters } from '@aangan/service-kit/post-filters'
import type { MapContent } from './clusters.ts'
import type { SearchedPost } from './listing-row.ts'
import type { Page } from './page.ts'
import type { Box } from './point.ts'
import type { Similar } from './similar.ts'

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

/** A listing as it is now, or what is left of one that was removed. */
export type Change = SearchedPost | { id: string; rev: number }

/**
 * The search over all live listings: exact counts always, and the same ones from list and map. An engine of its own could
 * stand behind it: see decision 027.
 */
export interface Search {
  /** Takes in what this process wrote: what is asked afterwards finds and counts it. */
  apply(changes: Change[]): Promise<void>
  page(request: SearchRequest): Promise<Page>
  map(view: MapView): Promise<MapContent>
  /** Listings like one, whether or not it is there itself. */
  similar(post: SearchedPost): Promise<Similar[]>
  /** The cities that have listings, the fullest first. */
  cities(type: PostType | null): Promise<CityCount[]>
  /** The likeliest places for what was typed so far; null for nothing yet: then the fullest cities. */
  suggest(q: string | null, limit: number): Promise<Place[]>
  /** How many listings there are. */
  count(): Promise<number>
}
