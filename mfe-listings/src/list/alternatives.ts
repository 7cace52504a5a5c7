import type { NearbyPlace, Place } from '@aangan/contracts/posts'
import { foldName } from '@aangan/contracts/text/names'
import { activeFilters, readFilters, type SearchFilter, searchForAll, searchWith } from './filters.ts'

/** A search to suggest when there are no results, or few. */
export type Alternative = { search: string } & (
  | { kind: 'without'; filter: SearchFilter; value: string }
  | { kind: 'everything'; place: string }
  | { kind: 'place'; place: string }
  | { kind: 'nearby'; place: string; distance: number }
)

/** Alternatives to a search without results, closest first: similar places, one filter removed, everything in the city. */
export function alternativesTo(search: string, places: readonly Place[]): Alternative[] {
  const active = activeFilters(search)
  const { city } = readFilters(search)
  const without = active.map(
    ({ name, value }): Alternative => ({
      kind: 'without',
      filter: name,
      value,
      search: searchWith(search, name, null),
    }),
  )
  const everything: Alternative[] =
    city && active.length > 2
      ? [{ kind: 'everything', place: city, search: searchWith(searchForAll(search), 'city', city) }]
      : []
  return [...placesLike(city, places, search), ...without, ...everything]
}

function placesLike(city: string, places: readonly Place[], search: string): Alternative[] {
  const typed = foldName(city)
  const others = places.filter(({ place, alias }) => foldName(place) !== typed && foldName(alias ?? '') !== typed)
  return others.map(({ place }) => ({ kind: 'place', place, search: searchWith(search, 'city', place) }))
}

/** The same search in a place nearby, without the homes around it. */
export function searchNearby(search: string, { place, distance }: NearbyPlace): Alternative {
  const here = searchWith(searchWith(search, 'city', place), 'within', null)
  return { kind: 'nearby', place, distance, search: here }
}
