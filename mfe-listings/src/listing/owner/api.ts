import type { PostStatus } from '@aangan/contracts/post-constants'
import type { Post, Views } from '@aangan/contracts/posts'
import { contextOf } from '@aangan/remote/store'
import { api } from '../../shared/api.ts'

const ownerApi = api.injectEndpoints({
  endpoints: (build) => ({
    views: build.query<Views, string>({ query: (id) => `/posts/${id}/views` }),
    /** Optimistic: reverts on failure, and announces the change on success. */
    setStatus: build.mutation<Post, { id: string; status: PostStatus }>({
      query: ({ id, status }) => ({ url: `/posts/${id}`, method: 'PUT', body: { status } }),
      onQueryStarted: async ({ id, status }, { dispatch, extra, queryFulfilled }) => {
        const shown = dispatch(
          api.util.updateQueryData('post', id, (post) => {
            post.status = status
          }),
        )
        try {
          await queryFulfilled
          contextOf(extra).changes.announce({ type: 'post.changed', id })
        } catch {
          // The caller handles the error.
          shown.undo()
        }
      },
    }),
    /** The page announces it after unmounting the listing: see `useAfterDeletion`. */
    deleteListing: build.mutation<{ message: string }, string>({
      query: (id) => ({ url: `/posts/${id}`, method: 'DELETE' }),
    }),
  }),
})

export const { useViewsQuery, useSetStatusMutation, useDeleteListingMutation } = ownerApi
