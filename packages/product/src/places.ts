import type { Place } from '@aangan/contracts/posts'
import { baseQuery } from '@aangan/remote/api'
import { createApi } from '@reduxjs/toolkit/query/react'

/**
 * A separate API because several remotes use it: each adds this reducer and middleware to its store. Its hook is in
 * `use-places.ts`, which only screens with a field of places load.
 */
export const placesApi = createApi({
  reducerPath: 'places',
  baseQuery,
  keepUnusedDataFor: 600,
  endpoints: (build) => ({
    places: build.query<Place[], string>({ query: (typed) => `/posts/places?${new URLSearchParams({ q: typed })}` }),
  }),
})
