import type { MessageAnswer } from '@aangan/contracts/accounts'
import type { NewSearch, SavedSearch, SearchChange } from '@aangan/contracts/saved-searches'
import { api } from '../api.ts'

const searchesApi = api.injectEndpoints({
  endpoints: (build) => ({
    searches: build.query<SavedSearch[], void>({
      query: () => '/users/searches',
      providesTags: ['Searches'],
      // One may have been saved on /list meanwhile.
      keepUnusedDataFor: 0,
    }),
    saveSearch: build.mutation<SavedSearch, NewSearch>({
      query: (body) => ({ url: '/users/searches', method: 'POST', body }),
      invalidatesTags: ['Searches'],
    }),
    changeSearch: build.mutation<SavedSearch, { id: string } & SearchChange>({
      query: ({ id, ...body }) => ({ url: `/users/searches/${id}`, method: 'PUT', body }),
      onQueryStarted: async ({ id }, { dispatch, queryFulfilled }) => {
        try {
          const { data } = await queryFulfilled
          dispatch(
            searchesApi.util.updateQueryData('searches', undefined, (all) => {
              Object.assign(all.find((one) => one.id === id) ?? {}, data)
            }),
          )
        } catch {
          // The row shows the error.
        }
      },
    }),
    removeSearch: build.mutation<MessageAnswer, string>({
      query: (id) => ({ url: `/users/searches/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Searches'],
    }),
  }),
})

export const { useSearchesQuery, useSaveSearchMutation, useChangeSearchMutation, useRemoveSearchMutation } = searchesApi
