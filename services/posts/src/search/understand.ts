import { cityKey, cityName } from '@aangan/contracts/cities'
import { isCity as isLatinCity } from '@aangan/contracts/city-labels'
import { type FilterName, type PostFilters, readFilter } from '@aangan/contracts/post-filters'
import { readSearchText, type SearchText } from '@aangan/contracts/search-text/read'
import { foldName } from '@aangan/contracts/text/names'
import { type PlaceNames, placeNamedIn } from './named-place.ts'

/**
 * What a search means whose `city` says more than a place: `2bhk in Pune under 30k`. What the text says replaces other
 * filters. A text that is not understood stays the `city`, which then finds nothing. A city in another script gets our
 * name.
 *
 * @returns `filters` itself if it means just what it says
 */
export function understand(filters: PostFilters, places: PlaceNames): PostFilters {
  const meant = withoutWords(filters, places)
  const city = meant.city === null ? null : inLatin(meant.city)
  return city === meant.city ? meant : { ...meant, city }
}

/** Browsers know cities by their Latin names only, and take पुणे for a locality. */
function inLatin(place: string): string {
  const [city = '', ...parts] = place.split(',').toReversed()
  const name = isLatinCity(city) ? null : cityName(cityKey(city))
  return name === null ? place : [name, ...parts].toReversed().join(', ')
}

function withoutWords(filters: PostFilters, places: PlaceNames): PostFilters {
  const { city: typed } = filters
  if (typed === null || isPlace(typed, places)) return filters
  const text = readSearchText(typed, (name) => places.isName(name))
  const city = placeIn(text.place, places)
  const read = toFilters(text)
  const isSame = Object.keys(read).length === 0 && (foldName(city ?? '') === foldName(typed) || !isFound(city, places))
  if (isSame) return filters
  const isPriced = 'minPrice' in read || 'maxPrice' in read
  const replaced = { ...(isPriced && { minPrice: null, maxPrice: null }), ...(city === null && { within: null }) }
  return { ...filters, ...replaced, ...read, city }
}

/** 'Pune' or 'Kothrud, Pune': most searches, which need no reading. */
function isPlace(text: string, places: PlaceNames): boolean {
  const [part = '', city, ...others] = text.split(',')
  if (city === undefined || others.length > 0) return places.isName(text)
  return places.isCity(city) && places.isName(part) && places.isIn(part, city)
}

/** Of more words nobody says that they are a place: to look for them would take milliseconds. */
const MOST_WORDS = 12

function isFound(city: string | null, places: PlaceNames): boolean {
  return city === null || (city.split(' ').length <= MOST_WORDS && places.find(city).length > 0)
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
