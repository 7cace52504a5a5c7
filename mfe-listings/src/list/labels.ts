import { properName, typedName } from '@aangan/contracts/city-labels'
import type { Format } from '@aangan/contracts/format'
import { POST_TYPES, PROPERTIES, type Sort } from '@aangan/contracts/post-constants'
import { filterInWords, readFilter } from '@aangan/contracts/post-filters'
import { searchTitle } from '@aangan/contracts/titles'
import { checkFilters, readFilters, type SearchFilter, searchForAll } from './filters.ts'
import { isLocality } from './locality.ts'

export const SORT_LABELS = {
  newest: 'Newest',
  price_asc: 'Price: low to high',
  price_desc: 'Price: high to low',
} satisfies Record<Sort, string>

/** Describes a filter: 'Pune', 'To rent', 'From ₹45 Lac', '2 bedroom'. */
export function filterLabel(name: SearchFilter, value: string, format: Format): string {
  if (name === 'bbox') return 'Map area'
  return readFilter(name, value) === undefined ? `Not valid: ${value}` : filterInWords(name, value, format)
}

/** Completes 'Search results for …'. */
export function searchedPlace(search: string): string {
  const { city } = readFilters(search)
  if (city) return typedName(city)
  return new URLSearchParams(search).get('bbox') ? 'this area of the map' : 'all of India'
}

/** For a search that posts refuses: which filters are wrong, or null if none is, as with a damaged link. */
export function wrongFilters(search: string): string | null {
  const wrong = Object.values(checkFilters(readFilters(search)))
  return wrong.length > 0 ? `Check the filters. ${wrong.join(' ')}` : null
}

/** For a search without results. */
export function nothingLabel(search: string): string {
  return searchForAll(search) === search ? 'No home has been listed yet.' : 'No home matches this search.'
}

/**
 * The document title. Undefined until it is sure to be right, since the shell announces the first one after navigation and
 * no other: what is not the name of a city may mean something else.
 */
export function titleWhen({ isAnswered, isFailed }: { isAnswered: boolean; isFailed: boolean }, search: string) {
  if (isAnswered || !isLocality(readFilters(search).city)) return titleOf(search)
  return isFailed ? titleOf('') : undefined
}

/** 'Apartments to rent in Pune'. */
export function titleOf(search: string): string {
  const { city, type, property, within } = readFilters(search)
  return searchTitle({
    type: POST_TYPES.find((known) => known === type) ?? null,
    property: PROPERTIES.find((known) => known === property) ?? null,
    place: city ? properName(city) : null,
    within: Number(within) || null,
  })
}
