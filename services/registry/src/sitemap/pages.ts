import type { RemoteRoute } from '@aangan/contracts/manifest'
import { POST_TYPES, type PostType } from '@aangan/contracts/post-constants'
import type { CityCount } from '@aangan/contracts/posts'
import { searchUrl } from '../meta/search.ts'
import type { Place } from './xml.ts'

/** The routes of the live remotes that are one page each and may be found. */
export function routePlaces(origin: string, routes: readonly RemoteRoute[]): Place[] {
  return routes
    .filter(({ path, noindex }) => !noindex && !path.includes('{'))
    .map(({ path }) => ({ url: origin + path }))
}

/** The searches that people begin with: each city, and what there is for sale and to rent in it. */
export function cityPlaces(origin: string, counts: { type: PostType | null; cities: CityCount[] }[]): Place[] {
  return counts.flatMap(({ type, cities }) =>
    cities.map(({ city }) => ({ url: searchUrl(origin, { place: city, type, property: null }) })),
  )
}

export const COUNTED_TYPES = [null, ...POST_TYPES] as const
