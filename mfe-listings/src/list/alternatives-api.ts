import type { NearbyPlace, Place } from '@aangan/contracts/posts'
import type { ApiError } from '@aangan/remote/api'
import { api } from '../shared/api.ts'
import { type PostsPage, toPostsPage } from '../shared/posts-page.ts'
import { type Alternative, alternativesTo, searchNearby } from './alternatives.ts'
import { readFilters } from './filters.ts'
import { isLocality } from './locality.ts'

export type FoundAlternative = Alternative & { total: PostsPage['total'] }

const PLACES = 3
/** What posts takes. */
const MAX_TYPED = 100

const alternativesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Nearby searches that have results, with their counts. Leaves out those whose count fails. */
    alternatives: build.query<FoundAlternative[], string>({
      queryFn: async (search, _api, _options, call) => {
        const { city } = readFilters(search)
        const query = new URLSearchParams({ q: city, limit: String(PLACES) })
        const [places, near] = await Promise.all([
          city ? call(`/posts/places?${query}`) : { data: [] },
          isLocality(city) ? call(`/posts/nearby${search}`) : { data: [] },
        ])
        const others = alternativesTo(search, places.error ? [] : (places.data as Place[]))
        const answers = await Promise.all(others.map((other) => call(`/posts${withLimit(other.search)}`)))
        const errors = answers.map(({ error }) => error).filter((error): error is ApiError => error !== undefined)
        if (errors[0] && errors.length === answers.length) return { error: errors[0] }
        const found = others.map((other, index) => {
          const { error, meta } = answers[index] ?? {}
          return { ...other, total: error ? NONE : toPostsPage([], meta?.headers).total }
        })
        const nearby = near.error ? [] : foundNearby(search, near.data as NearbyPlace[])
        return { data: [...nearby, ...found.filter(({ total }) => total.count > 0)] }
      },
      providesTags: ['Posts'],
    }),
    /** The place that words were probably meant to be. */
    misspelt: build.query<Place[], string>({
      query: (text) => `/posts/places?${new URLSearchParams({ q: text.slice(0, MAX_TYPED), limit: '1' })}`,
    }),
    /** The same search in the places near its own. */
    nearby: build.query<FoundAlternative[], string>({
      query: (search) => `/posts/nearby${search}`,
      transformResponse: (places: NearbyPlace[], _meta, search) => foundNearby(search, places),
      providesTags: ['Posts'],
    }),
  }),
})

export const { useAlternativesQuery, useMisspeltQuery, useNearbyQuery } = alternativesApi

const NONE: PostsPage['total'] = { count: 0, more: false }

function foundNearby(search: string, places: readonly NearbyPlace[]): FoundAlternative[] {
  return places.map((place) => ({ ...searchNearby(search, place), total: { count: place.count, more: false } }))
}

function withLimit(search: string): string {
  const params = new URLSearchParams(search)
  params.set('limit', '1')
  return `?${params}`
}
