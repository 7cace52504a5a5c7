import type { Place } from '@aangan/contracts/posts'
import { createApi } from '@reduxjs/toolkit/query/react'
import { useEffect } from 'react'
import { baseQuery } from './api.ts'

/** A pause in typing that is long enough to ask in: shorter than what anyone waits for. */
const PAUSE_MS = 150

/**
 * The places that have homes. An API of its own, since the fields of several remotes ask it: a remote that shows one
 * takes its reducer and its middleware into its store.
 */
export const placesApi = createApi({
  reducerPath: 'places',
  baseQuery,
  keepUnusedDataFor: 600,
  endpoints: (build) => ({
    places: build.query<Place[], string>({ query: (typed) => `/posts/places?${new URLSearchParams({ q: typed })}` }),
  }),
})

interface FoundPlaces {
  places: readonly Place[]
  /** Whether they are for what stands there now; if not, they are for what stood there before. */
  current: boolean
}

const NONE: readonly Place[] = []

/**
 * The places for what has been typed, the likeliest first; the fullest cities for nothing. Asked in a pause of typing,
 * and once for each text; a question that is no longer of interest is taken back. Nothing is asked while not `wanted`,
 * and without an answer there are no places: the field is then a plain one, which is all that a search needs.
 */
export function usePlaces(text: string, wanted: boolean): FoundPlaces {
  const typed = text.trim().replace(/\s+/g, ' ').toLowerCase()
  const [ask] = placesApi.useLazyPlacesQuery()
  const { currentData, data } = placesApi.endpoints.places.useQueryState(typed)
  useEffect(() => {
    if (!wanted) return
    let asked: ReturnType<typeof ask> | undefined
    const timer = setTimeout(() => {
      asked = ask(typed, true)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      asked?.abort()
    }
  }, [ask, typed, wanted])
  return { places: currentData ?? data ?? NONE, current: currentData !== undefined }
}
