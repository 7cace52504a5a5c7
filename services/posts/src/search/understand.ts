import { type FilterName, type PostFilters, readFilter } from '@aangan/contracts/post-filters'
import { readSearchText, type SearchText } from '@aangan/contracts/search-text/read'
import { foldName } from '@aangan/contracts/text/names'
import { isOrdinary, knownNames } from './known-names.ts'
import { type PlaceNames, placeNamedIn } from './named-place.ts'
import type { Places } from './places.ts'
import { properPlace } from './proper-place.ts'

export interface Meaning {
  /** The given ones if they mean just what they say. */
  filters: PostFilters
  /** Words that are called nothing, without which the filters search; empty if there are none. */
  leftOut: string
}

/**
 * What a search means whose `city` says more than a place: `2bhk in Pune under 30k`. What the text says replaces other
 * filters. Words that are not understood are left out if others are. Otherwise the text stays the `city`, which then finds
 * nothing.
 */
export function understand(filters: PostFilters, places: Places): Meaning {
  const { city: typed } = filters
  if (typed === null) return { filters, leftOut: '' }
  const { read, place, leftOut } = readText(typed, places)
  const city = place && properPlace(place, places)
  if (city === typed && leftOut === '') return { filters, leftOut }
  const isPriced = 'minPrice' in read || 'maxPrice' in read
  const replaced = { ...(isPriced && { minPrice: null, maxPrice: null }), ...(city === null && { within: null }) }
  return { filters: { ...filters, ...replaced, ...read, city }, leftOut }
}

interface ReadText {
  read: Partial<PostFilters>
  /** Null for anywhere. */
  place: string | null
  leftOut: string
}

function readText(typed: string, places: Places): ReadText {
  const names = knownNames(places.lookup)
  const asTyped = { read: {}, place: typed, leftOut: '' }
  if (isPlace(typed, names)) return asTyped
  const text = readSearchText(typed, names.isName)
  const read = toFilters(text)
  const isRead = Object.keys(read).length > 0
  if (foldName(text.place) === '') return { read, place: null, leftOut: '' }
  const named = placeNamedIn(text.place, names)
  if (named?.rest === '') return { read, place: named.place, leftOut: '' }
  const isNamed = named !== null && isOrdinary(named.rest)
  if (!isNamed && places.find(text.place).length > 0) return { read, place: text.place, leftOut: '' }
  if (named) return { read, place: named.place, leftOut: named.rest }
  return isRead ? { read, place: null, leftOut: text.place } : asTyped
}

/** 'Pune' or 'Kothrud, Pune': most searches, which need no reading. */
function isPlace(text: string, names: PlaceNames): boolean {
  const [part = '', city, ...others] = text.split(',')
  if (city === undefined || others.length > 0) return names.isName(text)
  return names.isCity(city) && names.isName(part) && names.isIn(part, city)
}

function toFilters({ filters }: SearchText): Partial<PostFilters> {
  const names = Object.keys(filters) as Exclude<FilterName, 'city'>[]
  return Object.fromEntries(names.map((name) => [name, readFilter(name, filters[name] ?? '') ?? null]))
}
