import { MAX_PRICE, MAX_ROOMS, POST_TYPES, PROPERTIES } from '@aangan/contracts/post-constants'
import { parseAmount } from './amount.ts'

/** The filters as their fields show them: text, empty where nothing is filtered. */
export interface Filters {
  city: string
  type: string
  property: string
  minPrice: string
  maxPrice: string
  bedroom: string
}

export type FilterName = keyof Filters
export type FilterErrors = Partial<Record<FilterName, string>>

/** What was entered into the fields and has not been searched for; a field that nobody touched has the address's value. */
export type Edits = Partial<Filters>

/** What an address may filter by: the fields, and the area of the map. */
export type SearchFilter = FilterName | 'bbox'

const FILTER_NAMES: readonly FilterName[] = ['city', 'type', 'property', 'minPrice', 'maxPrice', 'bedroom']

/** What the address asks for. 'any', and 0 as a bound, are no filter. */
export function readFilters(search: string): Filters {
  const params = new URLSearchParams(search)
  const text = (name: FilterName, none: string): string => {
    const value = params.get(name)?.trim() ?? ''
    return value === none ? '' : value
  }
  return {
    city: text('city', 'any'),
    type: text('type', 'any'),
    property: text('property', 'any'),
    minPrice: text('minPrice', '0'),
    maxPrice: text('maxPrice', '0'),
    bedroom: text('bedroom', 'any'),
  }
}

/** What remains to be searched for at an address: an edit that the address itself makes is none. */
export function keepEdits(edits: Edits, search: string): Edits {
  const applied = readFilters(search)
  return Object.fromEntries(FILTER_NAMES.filter((name) => isEdited(name)).map((name) => [name, edits[name]]))

  function isEdited(name: FilterName): boolean {
    return edits[name] !== undefined && edits[name] !== applied[name]
  }
}

/** The filters at work in an address, in the order of their fields, the map's area last. */
export function activeFilters(search: string): { name: SearchFilter; value: string }[] {
  const filters = readFilters(search)
  return [
    ...FILTER_NAMES.map((name) => ({ name, value: filters[name] })),
    { name: 'bbox' as const, value: new URLSearchParams(search).get('bbox')?.trim() ?? '' },
  ].filter(({ value }) => value !== '')
}

/** What is wrong with each filter, in words for beneath its field; an empty object when a search may go ahead. */
export function checkFilters(filters: Filters): FilterErrors {
  const errors: FilterErrors = {
    type: checkChoice(filters.type, POST_TYPES),
    property: checkChoice(filters.property, PROPERTIES),
    minPrice: checkPrice(filters.minPrice),
    maxPrice: checkPrice(filters.maxPrice) ?? checkOrder(filters),
    bedroom: checkBedroom(filters.bedroom),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}

function checkChoice(value: string, choices: readonly string[]): string | undefined {
  return value === '' || choices.includes(value) ? undefined : `“${value}” is not a choice`
}

function checkPrice(text: string): string | undefined {
  if (text === '') return undefined
  const amount = parseAmount(text)
  if (amount === null) return `“${text}” is no price; try 45 Lac`
  return amount > MAX_PRICE ? 'That is more than any home costs' : undefined
}

function checkOrder({ minPrice, maxPrice }: Filters): string | undefined {
  const [min, max] = [parseAmount(minPrice), parseAmount(maxPrice)]
  return min !== null && max !== null && max > 0 && min > max ? 'Less than the min price' : undefined
}

function checkBedroom(text: string): string | undefined {
  return text === '' || (/^\d+$/.test(text) && Number(text) <= MAX_ROOMS) ? undefined : 'Give a whole number'
}

/**
 * The address for these filters, '' for none: empty ones are left out, prices become plain numbers. The sort stays, and
 * so does the map's area unless another place is looked for; the page does not: other filters have other pages. Call it
 * for filters without errors.
 */
export function searchFor(filters: Filters, current: string): string {
  const params = new URLSearchParams()
  for (const name of FILTER_NAMES) {
    const value = plain(name, filters[name].trim())
    if (value !== '') params.set(name, value)
  }
  const before = new URLSearchParams(current)
  const isSamePlace = filters.city.trim() === readFilters(current).city
  for (const name of isSamePlace ? ['bbox', 'sort'] : ['sort']) {
    const value = before.get(name)
    if (value) params.set(name, value)
  }
  return toSearch(params)
}

/** The address without any filter, in the same order. */
export function searchForAll(current: string): string {
  const sort = new URLSearchParams(current).get('sort')
  return sort ? `?${new URLSearchParams({ sort })}` : ''
}

/** The address for an area of the map, `west,south,east,north`: all else stays but the place, which it replaces. */
export function searchInArea(current: string, bbox: string): string {
  return searchWith(searchWith(current, 'city', null), 'bbox', bbox)
}

function plain(name: FilterName, value: string): string {
  return name === 'minPrice' || name === 'maxPrice' ? String(parseAmount(value) || '') : value
}

/** The current address with another value of one parameter, or without it; always the first page of it. */
export function searchWith(current: string, name: SearchFilter | 'sort' | 'after', value: string | null): string {
  const params = new URLSearchParams(current)
  params.delete('after')
  if (value === null) params.delete(name)
  else params.set(name, value)
  return toSearch(params)
}

function toSearch(params: URLSearchParams): string {
  return params.size > 0 ? `?${params}` : ''
}
