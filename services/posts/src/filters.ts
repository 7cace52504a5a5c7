import { cityKey } from '@aangan/contracts/cities'
import { POST_TYPES, type PostType } from '@aangan/contracts/post-constants'
import type { PostsQuery } from '@aangan/contracts/posts'
import { type PostFilters, readPostFilters } from '@aangan/service-kit/post-filters'
import { choiceOf } from '@aangan/service-kit/query'
import { type Box, readBoxes } from './map/box.ts'

/** What the listings must be; null is no filter. */
export interface Filters extends Omit<PostFilters, 'city'> {
  cityKey: string | null
  /** A part of the city, or without one of any city. */
  localityKey: string | null
  /** In any of these areas. */
  boxes: Box[] | null
}

/** Reads what the parameters of `GET /posts` and `GET /posts/map` have in common. Throws BAD_REQUEST like `readSearch`. */
export function readFilters(query: PostsQuery): Filters {
  const { city, ...same } = readPostFilters(query)
  return { ...same, cityKey: city && cityKey(city), localityKey: null, boxes: readBoxes(query) }
}

export function readType(query: Pick<PostsQuery, 'type'>): PostType | null {
  return choiceOf(query, 'type', POST_TYPES)
}
