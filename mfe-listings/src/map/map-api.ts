import type { MapItem, Post } from '@aangan/contracts/posts'
import { api } from '../shared/api.ts'
import { type Box, boxAroundBoth, boxText } from '../shared/geo.ts'
import { type PostsPage, toPostsPage } from '../shared/posts-page.ts'
import { boxOf, itemMarks } from './marks.ts'

/** Parameters that do not filter what the map shows. */
const LIST_ONLY = ['sort', 'limit', 'after', 'bbox', 'zoom']

/** Small enough to load quickly, large enough for most places. */
const PLACE_PAGE = 50

const WORLD: Box = [-180, -90, 180, 90]

export interface PlaceQuery {
  /** The URL's query string, for its filters. */
  search: string
  box: Box
}

export const mapApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Clusters and listings in an area; the argument comes from `areaSearch`. */
    mapItems: build.query<MapItem[], string>({ query: (search) => `/posts/map?${search}`, providesTags: ['Posts'] }),
    /** The bounding box of all results, or null; the argument comes from `extentSearch`. */
    extent: build.query<Box | null, string>({
      query: (search) => `/posts/map?${search}`,
      providesTags: ['Posts'],
      transformResponse: (items: MapItem[]) =>
        items
          .flatMap(itemMarks)
          .map(boxOf)
          .reduce<Box | null>((all, box) => (all ? boxAroundBoth(all, box) : box), null),
    }),
    placePosts: build.infiniteQuery<PostsPage, PlaceQuery, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (page) => page.next ?? undefined },
      query: ({ queryArg, pageParam }) => `/posts?${placeSearch(queryArg, pageParam)}`,
      transformResponse: (posts: Post[], meta) => toPostsPage(posts, meta?.headers),
      providesTags: ['Posts'],
    }),
  }),
})

/** The query string for `GET /posts/map`. */
export function areaSearch(search: string, box: Box, zoom: number): string {
  const query = filtersOf(search)
  query.set('bbox', boxText(box))
  query.set('zoom', zoom.toFixed(2))
  return query.toString()
}

/** Requests the extent of all results, with as few items as possible. */
export function extentSearch(search: string): string {
  return areaSearch(search, WORLD, 0)
}

function placeSearch({ search, box }: PlaceQuery, after: string | null): string {
  const query = filtersOf(search)
  // Not rounded: it must match the exact point.
  query.set('bbox', box.join(','))
  query.set('limit', String(PLACE_PAGE))
  if (after !== null) query.set('after', after)
  return query.toString()
}

function filtersOf(search: string): URLSearchParams {
  const query = new URLSearchParams(search)
  for (const name of LIST_ONLY) query.delete(name)
  return query
}
