import type { ReportBody, SimilarPost } from '@aangan/contracts/posts'
import type { User } from '@aangan/contracts/users'
import { api } from '../shared/api.ts'

const listingApi = api.injectEndpoints({
  endpoints: (build) => ({
    similar: build.query<SimilarPost[], string>({ query: (id) => `/posts/${id}/similar`, providesTags: ['Posts'] }),
    /** Public details that the listing does not include. */
    owner: build.query<User, string>({ query: (id) => `/users/${id}` }),
    /** Never fails: a lost view does not matter. */
    countView: build.mutation<null, string>({
      queryFn: async (id, _api, _extra, call) => {
        await call({ url: `/posts/${id}/views`, method: 'POST' })
        return { data: null }
      },
    }),
    reportListing: build.mutation<{ message: string }, { id: string; body: ReportBody }>({
      query: ({ id, body }) => ({ url: `/posts/${id}/reports`, method: 'POST', body }),
    }),
  }),
})

export const { useOwnerQuery, useSimilarQuery, useReportListingMutation, useCountViewMutation } = listingApi
