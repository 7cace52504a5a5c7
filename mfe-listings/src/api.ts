import type { Post, PostWithDetail } from '@aangan/contracts/posts'
import type { SavedIds } from '@aangan/contracts/users'
import { baseQuery } from '@aangan/web-kit/api'
import { createApi } from '@reduxjs/toolkit/query/react'
import { type PostsPage, toPostsPage } from './posts-page.ts'

export const api = createApi({
  baseQuery,
  /** A listing by its id; every list of them; a person shown beside one; what depends on who is signed in. */
  tagTypes: ['Post', 'Posts', 'User', 'Session'],
  endpoints: (build) => ({
    /** A page of listings for the address's own query string: the same call as the manifest's. */
    posts: build.query<PostsPage, string>({
      query: (search) => `/posts${search}`,
      transformResponse: (posts: Post[], meta) => toPostsPage(posts, meta?.headers),
      // Long enough that who comes back from a listing, or a page, finds what they left.
      keepUnusedDataFor: 600,
      providesTags: ['Posts'],
    }),
    post: build.query<PostWithDetail, string>({
      query: (id) => `/posts/${id}`,
      providesTags: (post, _error, id) => [
        { type: 'Post', id },
        // Whether it is saved depends on who asks.
        'Session',
        ...(post ? [{ type: 'User' as const, id: post.user.id }] : []),
      ],
    }),
    /** For lists, which do not say it: see saved-slice. */
    savedIds: build.query<SavedIds, void>({ query: () => '/users/saved', providesTags: ['Session'] }),
  }),
})

export const { usePostsQuery, usePostQuery, useSavedIdsQuery } = api
