import { cityKey } from '@aangan/contracts/cities'
import type { Place } from '@aangan/contracts/posts'
import { activeFilters, readFilters, type SearchFilter, searchForAll, searchWith } from './filters.ts'

/** Another search that may find what this one does not. */
export type Alternative = { search: string } & (
  | { kind: 'without'; filter: SearchFilter; value: string }
  | { kind: 'everything'; place: string }
  | { kind: 'place'; place: string }
)

/**
 * Searches near one that finds nothing: places that are called much like the one that was asked for, the search without
 * one of its filters, and all there is in its place. The least that changes comes first.
 */
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
  const others = places.filter(({ place, alias }) => cityKey(place) !== cityKey(city) && alias === null)
  return others.map(({ place }) => ({ kind: 'place', place, search: searchWith(search, 'city', place) }))
}
