import type { PostStatus } from '@aangan/contracts/post-constants'
import type { Post, Views } from '@aangan/contracts/posts'
import { contextOf } from '@aangan/web-kit/store'
import { api } from '../../api.ts'

/** What only the owner of a listing asks for. */
const ownerApi = api.injectEndpoints({
  endpoints: (build) => ({
    views: build.query<Views, string>({ query: (id) => `/posts/${id}/views` }),
    /** Shows the state at once, and takes it back when the server does not make it; else everybody is told. */
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
          // Whoever asked is told by the mutation itself.
          shown.undo()
        }
      },
    }),
    /** The page tells everybody, once it shows the listing no more. */
    deleteListing: build.mutation<{ message: string }, string>({
      query: (id) => ({ url: `/posts/${id}`, method: 'DELETE' }),
    }),
  }),
})

export const { useViewsQuery, useSetStatusMutation, useDeleteListingMutation } = ownerApi
