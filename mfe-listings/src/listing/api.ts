import type { ReportBody, SimilarPost } from '@aangan/contracts/posts'
import { api } from '../shared/api.ts'

const listingApi = api.injectEndpoints({
  endpoints: (build) => ({
    similar: build.query<SimilarPost[], string>({ query: (id) => `/posts/${id}/similar`, providesTags: ['Posts'] }),
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

export const { useSimilarQuery, useReportListingMutation, useCountViewMutation } = listingApi
