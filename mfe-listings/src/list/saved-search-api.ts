import type { Alert } from '@aangan/contracts/account-constants'
import type { SavedSearch } from '@aangan/contracts/saved-searches'
import { api } from '../shared/api.ts'
import { activeFilters } from './filters.ts'

const savedSearchApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The saved search with these filters, or null. */
    savedSearch: build.query<SavedSearch | null, string>({
      query: (filters) => `/users/searches?${new URLSearchParams({ search: filters })}`,
      transformResponse: ([found]: SavedSearch[]) => found ?? null,
      providesTags: ['Session'],
      // It may have been removed in the profile since.
      keepUnusedDataFor: 0,
    }),
    /** Not sent, `userId` says whose result it is: the next user of this browser has saved nothing. */
    saveSearch: build.mutation<SavedSearch, { filters: string; userId: string | undefined }>({
      query: ({ filters }) => ({ url: '/users/searches', method: 'POST', body: { search: filters } }),
    }),
    changeAlert: build.mutation<SavedSearch, { id: string; alert: Alert }>({
      query: ({ id, alert }) => ({ url: `/users/searches/${id}`, method: 'PUT', body: { alert } }),
    }),
  }),
})

export const { useSavedSearchQuery, useSaveSearchMutation, useChangeAlertMutation } = savedSearchApi

/** The filters without sort and cursor. */
export function filtersIn(search: string): string {
  return String(new URLSearchParams(activeFilters(search).map(({ name, value }) => [name, value])))
}
