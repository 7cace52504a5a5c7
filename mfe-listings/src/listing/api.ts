import type { ReportBody, SimilarPost } from '@aangan/contracts/posts'
import type { User } from '@aangan/contracts/users'
import { api } from '../api.ts'

/** What only the page of one listing asks for, so that the list does not carry it. */
const listingApi = api.injectEndpoints({
  endpoints: (build) => ({
    similar: build.query<SimilarPost[], string>({ query: (id) => `/posts/${id}/similar`, providesTags: ['Posts'] }),
    /** Of whose listing it is, what the listing does not say. */
    owner: build.query<User, string>({ query: (id) => `/users/${id}` }),
    /** Nobody waits for it: where it fails, it is one view less. */
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
