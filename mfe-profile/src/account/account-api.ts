import type { MessageAnswer, RemovalBody } from '@aangan/contracts/accounts'
import type { DataPage } from '@aangan/contracts/own-data'
import { OWN_DATA } from '@aangan/contracts/own-data-calls'
import type { ApiError } from '@aangan/remote/api'
import { api } from '../api.ts'

type Lists = DataPage['lists']

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Everything the site holds about the person, or an error: never a part of it. */
    ownData: build.mutation<Lists, void>({
      queryFn: async (_arg, _queryApi, _options, fetchPage) => {
        const all: Lists = {}
        for (const path of OWN_DATA) {
          for (let next: string | null = ''; next !== null; ) {
            const { data, error } = await fetchPage(next === '' ? path : `${path}?after=${encodeURIComponent(next)}`)
            if (error) return { error: error as ApiError }
            const page = data as DataPage
            for (const [name, list] of Object.entries(page.lists)) all[name] = [...(all[name] ?? []), ...list]
            next = page.next
          }
        }
        return { data: all }
      },
    }),
    removeAccount: build.mutation<MessageAnswer, { id: string; body: RemovalBody }>({
      query: ({ id, body }) => ({ url: `/users/${id}`, method: 'DELETE', body }),
    }),
  }),
})

export const { useOwnDataMutation, useRemoveAccountMutation } = accountApi
