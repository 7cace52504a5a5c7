import type { PostType } from '@aangan/contracts/post-constants'
import type { PostFilters } from '@aangan/contracts/post-filters'
import type { CityCount, NearbyPlace, Place } from '@aangan/contracts/posts'
import type { Client } from '@aangan/service-kit/client'
import type { Division, Span } from './by-time.ts'
import type { MapContent } from './clusters.ts'
import type { SearchedPost } from './listing-row.ts'
import type { Page, PageRequest } from './page.ts'
import type { Box } from './point.ts'
import type { Similar } from './similar.ts'

/** A listing's current state, or the tombstone of a removed one. */
export type Change = SearchedPost | { id: string; rev: number }

export interface SearchRequest extends Filtered, PageRequest {
  /** Only listings published after this time, in milliseconds since 1970. */
  since?: number
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

/**
 * Counts are always exact and agree between list and map. Clients get turns, and a call whose client leaves before its
 * turn is dropped. For another engine behind it, see decision 027.
 */
export interface Search {
  /** Applies changes, so that later calls see them. `events`: ids of those that will be published about them. */
  apply(changes: Change[], events?: string[]): Promise<void>
  page(request: SearchRequest, client?: Client): Promise<Page>
  map(view: MapView, client?: Client): Promise<MapContent>
  /** Never includes `post` itself, which need not be indexed. */
  similar(post: SearchedPost, client?: Client): Promise<Similar[]>
  /** Cities with listings, most listings first. */
  cities(type: PostType | null, client?: Client): Promise<CityCount[]>
  /** Places that match the text typed so far, best first; null returns the cities with the most listings. */
  suggest(q: string | null, limit: number, client?: Client): Promise<Place[]>
  /** Localities near the searched place, nearest first, with their homes under the other filters. */
  nearby(filters: PostFilters & { city: string }, client?: Client): Promise<NearbyPlace[]>
  divide(times: number[], size: number): Promise<Division>
  lines(span: Span, limit: number): Promise<string>
  count(): Promise<number>
}

/** What the index itself answers. */
export type Query = Exclude<keyof Search, 'apply' | 'count'>
