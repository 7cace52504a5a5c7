import type { Post, PostWithDetail } from '@aangan/contracts/posts'
import { baseQuery } from '@aangan/web-kit/api'
import { createApi } from '@reduxjs/toolkit/query/react'
import { type PostsPage, toPostsPage } from './posts-page.ts'

export const api = createApi({
  baseQuery,
  endpoints: (build) => ({
    /** A page of listings for the address's own query string: the same call as the manifest's. */
    posts: build.query<PostsPage, string>({
      query: (search) => `/posts${search}`,
      transformResponse: (posts: Post[], meta) => toPostsPage(posts, meta?.headers),
      // Long enough that who comes back from a listing, or a page, finds what they left.
      keepUnusedDataFor: 600,
    }),
    post: build.query<PostWithDetail, string>({ query: (id) => `/posts/${id}` }),
    /** Shows the change at once, and takes it back when the server does not make it. */
    toggleSaved: build.mutation<{ message: string }, string>({
      query: (postId) => ({ url: '/users/save', method: 'POST', body: { postId } }),
      onQueryStarted: async (postId, { dispatch, queryFulfilled }) => {
        const flip = dispatch(
          api.util.updateQueryData('post', postId, (post) => {
            post.isSaved = !post.isSaved
          }),
        )
        await queryFulfilled.catch(flip.undo)
      },
    }),
  }),
})

export const { usePostsQuery, usePostQuery, useToggleSavedMutation } = api
