import type { MessageAnswer } from '@aangan/contracts/accounts'
import { SAVED_MESSAGE } from '@aangan/contracts/post-constants'
import { api } from '../api.ts'

const unsaveApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Returns whether it is still saved. The call toggles: a home removed elsewhere already is saved by the first. */
    unsave: build.mutation<boolean, string>({
      queryFn: async (postId, _api, _options, call) => {
        const toggle = async () => {
          const { data, error } = await call({ url: '/users/save', method: 'POST', body: { postId } })
          return error ? { error } : { data: (data as MessageAnswer).message === SAVED_MESSAGE }
        }
        const first = await toggle()
        return first.data ? await toggle() : first
      },
    }),
  }),
})

export const { useUnsaveMutation } = unsaveApi
