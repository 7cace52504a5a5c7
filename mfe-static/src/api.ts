import type { CityCount, Post } from '@aangan/contracts/posts'
import type { User } from '@aangan/contracts/users'
import { baseQuery } from '@aangan/web-kit/api'
import { createApi } from '@reduxjs/toolkit/query/react'

export const api = createApi({
  baseQuery,
  /** What changes with any listing, and what with anybody's profile. */
  tagTypes: ['Post', 'User'],
  endpoints: (build) => ({
    /** The six newest listings. The manifest names the same call, so the page brings its answer along. */
    recentPosts: build.query<Post[], void>({ query: () => '/posts?limit=6', providesTags: ['Post'] }),
    cities: build.query<CityCount[], void>({ query: () => '/posts/cities', providesTags: ['Post'] }),
    agents: build.query<User[], void>({ query: () => '/users?agents=true', providesTags: ['User'] }),
  }),
})

export const { useRecentPostsQuery, useCitiesQuery, useAgentsQuery } = api
