import type { Place } from '@aangan/contracts/posts'
import type { ApiError } from '@aangan/web-kit/api'
import { api } from '../shared/api.ts'
import { type PostsPage, toPostsPage } from '../shared/posts-page.ts'
import { type Alternative, alternativesTo } from './alternatives.ts'
import { readFilters } from './filters.ts'

export type FoundAlternative = Alternative & { total: PostsPage['total'] }

const PLACES = 3

const alternativesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Nearby searches that have results, with their counts. Leaves out those whose count fails. */
    alternatives: build.query<FoundAlternative[], string>({
      queryFn: async (search, _api, _options, call) => {
        const { city } = readFilters(search)
        const query = new URLSearchParams({ q: city, limit: String(PLACES) })
        const places = city ? await call(`/posts/places?${query}`) : { data: [] }
        const others = alternativesTo(search, places.error ? [] : (places.data as Place[]))
        const answers = await Promise.all(others.map((other) => call(`/posts${withLimit(other.search)}`)))
        const errors = answers.map(({ error }) => error).filter((error): error is ApiError => error !== undefined)
        if (errors[0] && errors.length === answers.length) return { error: errors[0] }
        const found = others.map((other, index) => {
          const { error, meta } = answers[index] ?? {}
          return { ...other, total: error ? NONE : toPostsPage([], meta?.headers).total }
        })
        return { data: found.filter(({ total }) => total.count > 0) }
      },
      providesTags: ['Posts'],
    }),
  }),
})

export const { useAlternativesQuery } = alternativesApi

const NONE: PostsPage['total'] = { count: 0, more: false }

function withLimit(search: string): string {
  const params = new URLSearchParams(search)
  params.set('limit', '1')
  return `?${params}`
}
