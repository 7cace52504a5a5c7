import { SAVED_MESSAGE } from '@aangan/contracts/post-constants'
import { contextOf } from '@aangan/web-kit/store'
import { api } from './api.ts'
import { type SavedRoot, savedForgotten, savedSet, selectSaved } from './saved-slice.ts'

interface Toggle {
  id: string
  /** The state before the toggle. */
  shown: boolean
}

export const savingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Optimistic: reverts on failure, and announces the result on success. */
    toggleSaved: build.mutation<{ message: string }, Toggle>({
      query: ({ id }) => ({ url: '/users/save', method: 'POST', body: { postId: id } }),
      onQueryStarted: async ({ id, shown }, { dispatch, getState, extra, queryFulfilled }) => {
        const before = selectSaved(getState() as unknown as SavedRoot, id)
        dispatch(savedSet({ id, isSaved: !shown }))
        try {
          const { data } = await queryFulfilled
          contextOf(extra).changes.announce({ type: 'post.saved', id, isSaved: data.message === SAVED_MESSAGE })
        } catch {
          // The caller handles the error.
          dispatch(before === undefined ? savedForgotten(id) : savedSet({ id, isSaved: before }))
        }
      },
    }),
  }),
})

export const { useToggleSavedMutation } = savingApi
