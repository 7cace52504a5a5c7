import type { RemoteRoute } from '@aangan/contracts/manifest'
import { POST_TYPES, type PostType } from '@aangan/contracts/post-constants'
import type { CityCount } from '@aangan/contracts/posts'
import { searchUrl } from '../page/meta/search.ts'
import type { SitemapEntry } from './xml.ts'

/** The indexable routes without parameters. */
export function routeEntries(origin: string, routes: readonly RemoteRoute[]): SitemapEntry[] {
  return routes
    .filter(({ path, noindex }) => !noindex && !path.includes('{'))
    .map(({ path }) => ({ url: origin + path }))
}

export function cityEntries(origin: string, counts: { type: PostType | null; cities: CityCount[] }[]): SitemapEntry[] {
  return counts.flatMap(({ type, cities }) =>
    cities.map(({ city }) => ({ url: searchUrl(origin, { place: city, type, property: null }) })),
  )
}

export const COUNTED_TYPES = [null, ...POST_TYPES] as const
