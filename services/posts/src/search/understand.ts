import { foldName } from '@aangan/contracts/cities'
import { type FilterName, type PostFilters, readFilter } from '@aangan/contracts/post-filters'
import { readSearchText, type SearchText } from '@aangan/contracts/search-text/read'
import { type PlaceNames, placeNamedIn } from './named-place.ts'

/**
 * What a search means whose `city` says more than a place: `2bhk in Pune under 30k`. What the text says replaces other
 * filters. A text that is not understood stays the `city`, which then finds nothing.
 *
 * @returns `filters` itself if it means just what it says
 */
export function understand(filters: PostFilters, places: PlaceNames): PostFilters {
  const { city: typed } = filters
  if (typed === null || places.isName(typed)) return filters
  const text = readSearchText(typed, (name) => places.isName(name))
  const city = placeIn(text.place, places)
  const read = toFilters(text)
  const isSame = Object.keys(read).length === 0 && (foldName(city ?? '') === foldName(typed) || !isFound(city, places))
  if (isSame) return filters
  const isPriced = 'minPrice' in read || 'maxPrice' in read
  return { ...filters, ...(isPriced && { minPrice: null, maxPrice: null }), ...read, city }
}

function isFound(city: string | null, places: PlaceNames): boolean {
  return city === null || places.find(city).length > 0
}

/** Null for anywhere. */
function placeIn(text: string, places: PlaceNames): string | null {
  if (foldName(text) === '') return null
  const named = placeNamedIn(text, places)
  return named?.rest === '' ? named.place : text
}

function toFilters({ filters }: SearchText): Partial<PostFilters> {
  const names = Object.keys(filters) as Exclude<FilterName, 'city'>[]
  return Object.fromEntries(names.map((name) => [name, readFilter(name, filters[name] ?? '') ?? null]))
}
