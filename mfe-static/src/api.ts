import type { CityCount, Post } from '@aangan/contracts/posts'
import type { User } from '@aangan/contracts/users'
import { baseQuery } from '@aangan/web-kit/api'
import { createApi } from '@reduxjs/toolkit/query/react'

export const api = createApi({
  baseQuery,
  /** `Post`: any listing. `User`: any profile. */
  tagTypes: ['Post', 'User'],
  endpoints: (build) => ({
    /** The six newest listings; the same request as in the manifest, so the page embeds the response. */
    recentPosts: build.query<Post[], void>({ query: () => '/posts?limit=6', providesTags: ['Post'] }),
    cities: build.query<CityCount[], void>({ query: () => '/posts/cities', providesTags: ['Post'] }),
    agents: build.query<User[], void>({ query: () => '/users?agents=true', providesTags: ['User'] }),
  }),
})

export const { useRecentPostsQuery, useCitiesQuery, useAgentsQuery } = api
