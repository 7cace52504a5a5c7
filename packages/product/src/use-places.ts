import type { Place } from '@aangan/contracts/posts'
import { plainLine } from '@aangan/contracts/text/characters'
import { useEffect } from 'react'
import { placesApi } from './places.ts'

/** Debounce delay in milliseconds. */
const PAUSE_MS = 150

interface FoundPlaces {
  places: readonly Place[]
  /** False while `places` are still those of the previous text. */
  current: boolean
}

const NONE: readonly Place[] = []

/**
 * Suggests places for the typed text, best match first; for an empty text the cities with the most homes. Debounced,
 * cached by text, aborted when the text changes, and idle unless `wanted`. Returns none on failure: the field works
 * without suggestions.
 */
export function usePlaces(text: string, wanted: boolean): FoundPlaces {
  const typed = plainLine(text).toLowerCase()
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
