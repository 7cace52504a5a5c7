import type { MapItem, Post } from '@aangan/contracts/posts'
import { api } from '../api.ts'
import { type PostsPage, toPostsPage } from '../posts-page.ts'
import { type Box, boxAroundBoth, boxText } from './geo.ts'
import { boxOf, itemMarks } from './marks.ts'

/** Not a filter of what the map shows: where in the list one is, and in which order. */
const LIST_ONLY = ['sort', 'limit', 'after', 'bbox', 'zoom']

/** Few enough to come quickly, many enough that most places need one. */
const PLACE_PAGE = 50

const WORLD: Box = [-180, -90, 180, 90]

export interface PlaceQuery {
  /** The address's query string, for its filters. */
  search: string
  box: Box
}

/** What only the map asks for. */
export const mapApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Clusters and listings of an area: the argument is the query string, as `areaSearch` makes it. */
    mapItems: build.query<MapItem[], string>({ query: (search) => `/posts/map?${search}`, providesTags: ['Posts'] }),
    /** The smallest box around all homes of a search, null without any: the argument is made by `extentSearch`. */
    extent: build.query<Box | null, string>({
      query: (search) => `/posts/map?${search}`,
      providesTags: ['Posts'],
      transformResponse: (items: MapItem[]) =>
        items
          .flatMap(itemMarks)
          .map(boxOf)
          .reduce<Box | null>((all, box) => (all ? boxAroundBoth(all, box) : box), null),
    }),
    /** The listings of one place, page by page. */
    placePosts: build.infiniteQuery<PostsPage, PlaceQuery, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (page) => page.next ?? undefined },
      query: ({ queryArg, pageParam }) => `/posts?${placeSearch(queryArg, pageParam)}`,
      transformResponse: (posts: Post[], meta) => toPostsPage(posts, meta?.headers),
      providesTags: ['Posts'],
    }),
  }),
})

/** The query string of `GET /posts/map` for an area: the address's filters, the area and the zoom. */
export function areaSearch(search: string, box: Box, zoom: number): string {
  const query = filtersOf(search)
  query.set('bbox', boxText(box))
  query.set('zoom', zoom.toFixed(2))
  return query.toString()
}

/** The query string that asks where all homes of a search are, for as few items as tell. */
export function extentSearch(search: string): string {
  return areaSearch(search, WORLD, 0)
}

function placeSearch({ search, box }: PlaceQuery, after: string | null): string {
  const query = filtersOf(search)
  // Unrounded: a rounded point is another point.
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
