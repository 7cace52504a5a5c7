import type { CityCount, Post } from '@aangan/contracts/posts'
import type { User } from '@aangan/contracts/users'
import { baseQuery } from '@aangan/remote/api'
import { nextCursor } from '@aangan/remote/next-cursor'
import { createApi } from '@reduxjs/toolkit/query/react'

export interface UsersPage {
  users: User[]
  /** The cursor of the next page; null on the last one. */
  next: string | null
}

export const api = createApi({
  baseQuery,
  refetchOnReconnect: true,
  /** `Post`: any listing. `User`: any profile. */
  tagTypes: ['Post', 'User'],
  endpoints: (build) => ({
    /** The six newest listings; the same request as in the manifest, so the page embeds the response. */
    recentPosts: build.query<Post[], void>({ query: () => '/posts?limit=6', providesTags: ['Post'] }),
    cities: build.query<CityCount[], void>({ query: () => '/posts/cities', providesTags: ['Post'] }),
    /** The first page is the same request as in the manifest. */
    agents: build.infiniteQuery<UsersPage, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (page) => page.next ?? undefined },
      query: ({ pageParam }) =>
        `/users?${new URLSearchParams({ agents: 'true', ...(pageParam && { after: pageParam }) })}`,
      transformResponse: (users: User[], meta) => ({ users, next: nextCursor(meta?.headers) }),
      providesTags: ['User'],
    }),
  }),
})

export const { useRecentPostsQuery, useCitiesQuery, useAgentsInfiniteQuery } = api
