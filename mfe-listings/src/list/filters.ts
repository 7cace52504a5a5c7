import { FILTER_NAMES, type FilterName, POST_FILTERS, readFilter } from '@aangan/contracts/post-filters'
import { parseAmount } from '@aangan/contracts/prices'
import { asTyped, oneLine } from '@aangan/contracts/text/characters'
import { readSquareFeet } from '@aangan/contracts/text/sizes'
import { isLocality } from './locality.ts'

/** Field values; '' means no filter. */
export type Filters = Record<FilterName, string>

export type FilterErrors = Partial<Record<FilterName, string>>

/** Field values not searched for yet; untouched fields have the URL's value. */
export type Edits = Partial<Filters>

/** Filters in the URL: the fields, and the map area. */
export type SearchFilter = FilterName | 'bbox'

/** Reads the filters from the URL, written in one way each. 'any', and 0 as a bound, mean no filter. */
export function readFilters(search: string): Filters {
  const params = new URLSearchParams(search)
  const read = (name: FilterName): string => {
    const text = oneLine(params.get(name) ?? '')
    if (text === '' || text.toLowerCase() === 'any') return ''
    const value = readFilter(name, text)
    return value === undefined ? text : String(value ?? '')
  }
  const filters = Object.fromEntries(FILTER_NAMES.map((name) => [name, read(name)])) as Filters
  // Has no field in which an error could be shown.
  return { ...filters, within: filters.city && readFilter('within', filters.within) ? filters.within : '' }
}

/** Drops edits that equal the URL's value. */
export function keepEdits(edits: Edits, search: string): Edits {
  const applied = readFilters(search)
  return Object.fromEntries(FILTER_NAMES.filter((name) => isEdited(name)).map((name) => [name, edits[name]]))

  function isEdited(name: FilterName): boolean {
    return edits[name] !== undefined && edits[name] !== applied[name]
  }
}

/** The filters set in the URL in field order, the map area last. */
export function activeFilters(search: string): { name: SearchFilter; value: string }[] {
  const filters = readFilters(search)
  return [
    ...FILTER_NAMES.map((name) => ({ name, value: filters[name] })),
    { name: 'bbox' as const, value: oneLine(new URLSearchParams(search).get('bbox') ?? '') },
  ].filter(({ value }) => value !== '')
}

/** Returns the errors by field; empty if the search is valid. */
export function checkFilters(filters: Filters): FilterErrors {
  const errors = FILTER_NAMES.map((name) => [name, checkFilter(name, filters[name])] as const)
  const found: FilterErrors = Object.fromEntries(errors.filter(([, error]) => error !== undefined))
  const order = checkOrder(filters)
  return { ...found, ...(order !== undefined && found.maxPrice === undefined && { maxPrice: order }) }
}

/** Returns the error of what a visitor typed, if any. */
export function checkFilter(name: FilterName, typed: string): string | undefined {
  const text = oneLine(typed)
  if (text === '') return undefined
  return readFilter(name, asParameter(name, text)) === undefined ? POST_FILTERS[name].wrong(text) : undefined
}

/** Whether the field accepts amounts such as '45 Lac'. */
function isAmount(name: FilterName): boolean {
  return name === 'minPrice' || name === 'maxPrice'
}

function checkOrder({ minPrice, maxPrice }: Filters): string | undefined {
  const [min, max] = [parseAmount(minPrice), parseAmount(maxPrice)]
  return min !== null && max !== null && max > 0 && min > max ? 'The max price is below the min price.' : undefined
}

/**
 * Builds the query string for valid filters, or ''. Leaves out empty filters and writes prices as plain numbers. Keeps the
 * sort, the map area unless the city changes, and the distance unless it changes to a whole city; drops the cursor, since
 * other filters have other pages.
 */
export function searchFor(filters: Filters, current: string): string {
  const params = new URLSearchParams()
  const isSamePlace = oneLine(filters.city) === readFilters(current).city
  for (const name of FILTER_NAMES) {
    if (name === 'within' && !isSamePlace && !isLocality(oneLine(filters.city))) continue
    const text = asParameter(name, oneLine(filters[name]))
    const value = isAmount(name) && text === '0' ? '' : text
    if (value !== '') params.set(name, value)
  }
  const before = new URLSearchParams(current)
  for (const name of isSamePlace ? ['bbox', 'sort'] : ['sort']) {
    const value = before.get(name)
    if (value) params.set(name, value)
  }
  return toSearch(params)
}

/** The search that posts understood, in place of the typed one, whose page and order it keeps. */
export function asMeant(meant: string | null, typed: string): string {
  if (meant === null) return typed
  const params = new URLSearchParams(meant)
  for (const [name, value] of new URLSearchParams(typed)) {
    if (name === 'sort' || name === 'after') params.set(name, value)
  }
  return toSearch(params)
}

/** The query string without filters; keeps the sort. */
export function searchForAll(current: string): string {
  const sort = new URLSearchParams(current).get('sort')
  return sort ? `?${new URLSearchParams({ sort })}` : ''
}

/** Searches a map area, `west,south,east,north`, instead of a city. */
export function searchInArea(current: string, bbox: string): string {
  return searchWith(searchWith(current, 'city', null), 'bbox', bbox)
}

/** What a visitor typed, as the parameter of `GET /posts`: '45 Lac' is 4500000, '2 BHK or 3' is 2,3, '110 sqm' is 1184. */
function asParameter(name: FilterName, text: string): string {
  if (isAmount(name)) return String(parseAmount(text) ?? text)
  if (name === 'minSize') return String(readSquareFeet(text).squareFeet ?? text)
  if (name === 'bedroom') return asRooms(asTyped(text))
  return text
}

/** '2-4' is 2,3,4; '4 +' is 4+; '3 BHK' and '2 bedrooms' say the number. */
function asRooms(text: string): string {
  const plain = text.toLowerCase().replace(/\s*(bhk|bedrooms?|beds?)\b\.?/g, '')
  const [, first, last] = /^(\d)\s*(?:-|to)\s*(\d)$/.exec(plain.trim()) ?? []
  if (first !== undefined && last !== undefined && first < last)
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => Number(first) + at).join()
  return plain
    .replace(/\s+\+/g, '+')
    .trim()
    .replace(/\s*(,|\bor\b|&|\band\b|\s)\s*/g, ',')
}

/** Sets or removes one parameter, and returns to the first page. Without a city there is no distance from it. */
export function searchWith(current: string, name: SearchFilter | 'sort' | 'after', value: string | null): string {
  const params = new URLSearchParams(current)
  params.delete('after')
  if (name === 'city' && value === null) params.delete('within')
  if (value === null) params.delete(name)
  else params.set(name, value)
  return toSearch(params)
}

function toSearch(params: URLSearchParams): string {
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
