import type { PostType } from '@aangan/contracts/post-constants'
import type { CityCount, Place } from '@aangan/contracts/posts'
import type { Division, Span } from './by-time.ts'
import type { MapContent } from './clusters.ts'
import type { SearchedPost } from './listing-row.ts'
import type { Page } from './page.ts'
import type { MapView, SearchRequest } from './request.ts'
import type { Similar } from './similar.ts'

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
  /** How they lie between times. */
  divide(times: number[], size: number): Promise<Division>
  /** A line for each of a span, its id and its time, the oldest first; at most `limit`. */
  lines(span: Span, limit: number): Promise<string>
  /** How many listings there are. */
  count(): Promise<number>
}
