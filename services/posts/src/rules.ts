import type { Complete } from '@aangan/contracts/complete'
import {
  MAX_PAGE_SIZE,
  PAGE_SIZE,
  POST_NOT_FOUND,
  SORTS,
  type Sort,
  UNKNOWN_OWNER,
} from '@aangan/contracts/post-constants'
import { FILTER_NAMES, type PostFilters } from '@aangan/contracts/post-filters'
import type { PostChange, PostsQuery, PostWithDetail } from '@aangan/contracts/posts'
import { AppError } from '@aangan/service-kit/errors'
import { type Position, positionOf, timeValue } from '@aangan/service-kit/paging'
import { readArea, readPostFilters } from '@aangan/service-kit/post-filters'
import { choiceOf, integerOf, textOf } from '@aangan/service-kit/query'
import { type ListingDoc, toDetail, toPost } from './listing.ts'
import { type Box, between } from './search/point.ts'
import type { Filtered, SearchRequest } from './search/search.ts'

/** @throws BAD_REQUEST naming the parameter, its value and what is allowed */
export function readSearch(query: PostsQuery): SearchRequest {
  const sort = choiceOf(query, 'sort', SORTS) ?? 'newest'
  return {
    ...readFiltered(query),
    sort,
    limit: integerOf(query, 'limit', { min: 1, max: MAX_PAGE_SIZE }) ?? PAGE_SIZE,
    after: readAfter(query, sort),
  }
}

/** Parameters shared by `GET /posts` and `GET /posts/map`. Throws BAD_REQUEST like `readSearch`. */
export function readFiltered(query: PostsQuery): Filtered {
  return { filters: readPostFilters(query), boxes: readBoxes(query) }
}

/** Two boxes if `bbox` crosses the date line; null if it is absent. Throws like `readArea`. */
function readBoxes(query: PostsQuery): Box[] | null {
  const area = readArea(query)
  if (area === null) return null
  const [west, south, east, north] = area
  return between(west, east).map(([from, to]) => ({ west: from, south, east: to, north }))
}

function readAfter(query: PostsQuery, sort: Sort): Position | null {
  const cursor = textOf(query, 'after')
  return cursor === null ? null : positionOf<string | number>(cursor, sort, sort === 'newest' ? timeValue : priceValue)
}

function priceValue(text: string): number | null {
  return /^\d{1,13}$/.test(text) ? Number(text) : null
}

/** Known parameters, as given, for the URL of the next page. */
export function keptParams(query: PostsQuery): Record<string, string> {
  const names: string[] = [...FILTER_NAMES, 'bbox', 'sort', 'limit']
  const kept: Record<string, string> = {}
  for (const name of Object.keys(query)) {
    const text = names.includes(name) ? textOf(query, name) : null
    if (text !== null) kept[name] = text
  }
  return kept
}

/**
 * The parameters of a search as it was understood, for its `Content-Location` and the URL of the next page: those given,
 * with other filters.
 */
export function meantParams(kept: Record<string, string>, filters: PostFilters): Record<string, string> {
  const others = Object.entries(kept).filter(([name]) => !FILTER_NAMES.some((filter) => filter === name))
  const meant = FILTER_NAMES.flatMap((name) => (filters[name] === null ? [] : [[name, String(filters[name])]]))
  return Object.fromEntries([...meant, ...others])
}

/** The same for an unknown id and for text that is not an id. */
export function notFound(): AppError {
  return new AppError('NOT_FOUND', POST_NOT_FOUND)
}

/** Has the status of `notFound`; the code lets the page of a removed listing be 410. */
export function gone(): AppError {
  return new AppError('GONE', POST_NOT_FOUND, { status: 404 })
}

/** Null for a visitor. */
export type ReaderId = string | null

/** Only the owner can see an unpublished listing. */
export function isVisibleTo({ status, userId }: Pick<ListingDoc, 'status' | 'userId'>, reader: ReaderId): boolean {
  return status !== 'unpublished' || userId === reader
}

/** Throws FORBIDDEN for non-owners, or NOT_FOUND if they may not even see the listing. */
export function checkOwner(listing: Pick<ListingDoc, 'status' | 'userId'>, userId: string): void {
  if (!isVisibleTo(listing, userId)) throw notFound()
  if (userId !== listing.userId) throw new AppError('FORBIDDEN', 'Only the owner can change or remove this listing.')
}

/** Pictures are replaced as a whole: throws CONFLICT if they were chosen from an older state of the listing. */
export function checkPicturesSeen({ rev }: Pick<ListingDoc, 'rev'>, change: PostChange): void {
  if (change.postData?.images === undefined || change.rev === undefined || change.rev >= rev) return
  const message = 'This home was changed in another window after you opened it here.'
  throw new AppError('CONFLICT', message)
}

export function toPostWithDetail(
  listing: ListingDoc,
  { owner, isSaved }: { owner: ListingDoc['owner']; isSaved: boolean },
): Complete<PostWithDetail> {
  return {
    ...toPost(listing),
    postDetail: toDetail(listing),
    user: owner ?? { id: listing.userId, username: UNKNOWN_OWNER, avatar: null },
    isSaved,
    rev: listing.rev,
  }
}
