import type { Post, PostWithDetail } from '@aangan/contracts/posts'
import type { SavedIds, User } from '@aangan/contracts/users'
import { baseQuery } from '@aangan/remote/api'
import { createApi } from '@reduxjs/toolkit/query/react'
import { type PostsPage, toPostsPage } from './posts-page.ts'

export const api = createApi({
  baseQuery,
  refetchOnReconnect: true,
  /** `Post`: by id. `Posts`: every list. `User`: an owner by id. `Session`: depends on who is signed in. */
  tagTypes: ['Post', 'Posts', 'User', 'Session'],
  endpoints: (build) => ({
    /** By query string; the same request as in the manifest. */
    posts: build.query<PostsPage, string>({
      query: (search) => `/posts${search}`,
      transformResponse: (posts: Post[], meta) => toPostsPage(posts, meta?.headers),
      // Long enough for coming back from a listing or another page.
      keepUnusedDataFor: 600,
      providesTags: ['Posts'],
    }),
    post: build.query<PostWithDetail, string>({
      query: (id) => `/posts/${id}`,
      providesTags: (post, _error, id) => [
        { type: 'Post', id },
        // `isSaved` depends on the user.
        'Session',
        ...(post ? [{ type: 'User' as const, id: post.user.id }] : []),
      ],
    }),
    /** By the listing's id: details that the listing does not include. */
    ownerOf: build.query<User, string>({ query: (id) => `/users/owner-of/${id}` }),
    /** For lists, whose items have no `isSaved`: see saved-slice. */
    savedIds: build.query<SavedIds, void>({ query: () => '/users/saved', providesTags: ['Session'] }),
  }),
})

export const { usePostsQuery, usePostQuery, useOwnerOfQuery, useSavedIdsQuery } = api
