import type { MessageAnswer } from '@aangan/contracts/accounts'
import { SAVED_MESSAGE } from '@aangan/contracts/post-constants'
import type { ApiError } from '@aangan/web-kit/api'
import { contextOf } from '@aangan/web-kit/store'
import { api } from './api.ts'
import { type SavedRoot, savedForgotten, savedSet, selectSaved } from './saved-slice.ts'

interface Toggle {
  id: string
  /** The state before the toggle. */
  shown: boolean
  /** Whether `shown` is the server's state, not a guess. */
  isKnown: boolean
}

export const savingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Returns whether it is saved now. Optimistic: reverts on failure, and announces the result on success. */
    toggleSaved: build.mutation<boolean, Toggle>({
      queryFn: async ({ id, shown, isKnown }, { dispatch }, _options, call) => {
        if (!isKnown) {
          // The call is a toggle: from an unknown state it could undo the save, so fetch the state first.
          const { data, error } = await dispatch(api.endpoints.savedIds.initiate(undefined, { subscribe: false }))
          if (!data) return { error: error as ApiError }
          if (data.ids.includes(id) !== shown) return { data: !shown }
        }
        const { data, error } = await call({ url: '/users/save', method: 'POST', body: { postId: id } })
        return error ? { error } : { data: (data as MessageAnswer).message === SAVED_MESSAGE }
      },
      onQueryStarted: async ({ id, shown }, { dispatch, getState, extra, queryFulfilled }) => {
        const before = selectSaved(getState() as unknown as SavedRoot, id)
        dispatch(savedSet({ id, isSaved: !shown }))
        try {
          const { data } = await queryFulfilled
          contextOf(extra).changes.announce({ type: 'post.saved', id, isSaved: data })
        } catch {
          // The caller handles the error.
          dispatch(before === undefined ? savedForgotten(id) : savedSet({ id, isSaved: before }))
        }
      },
    }),
  }),
})

export const { useToggleSavedMutation } = savingApi
