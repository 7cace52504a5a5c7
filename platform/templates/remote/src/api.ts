import type { Post } from '@aangan/contracts/posts'
import { baseQuery } from '@aangan/remote/api'
import { createApi } from '@reduxjs/toolkit/query/react'

export const api = createApi({
  baseQuery,
  tagTypes: ['Post'],
  endpoints: (build) => ({
    /** The manifest names the same call, so that the page brings its answer along. */
    recentPosts: build.query<Post[], void>({ query: () => '/posts?limit=6', providesTags: ['Post'] }),
  }),
})

export const { useRecentPostsQuery } = api
