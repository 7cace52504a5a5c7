import {
  FILTER_NAMES,
  type FilterName,
  POST_FILTERS,
  type PostFilters,
  readFilter,
} from '@aangan/contracts/post-filters'
import { asTyped } from '@aangan/contracts/text/characters'
import { refuse, type Texts, textOf } from './query.ts'

/** Throws BAD_REQUEST naming the parameter, its value and what is allowed. */
export function readPostFilters(query: Texts): PostFilters {
  const filters = Object.fromEntries(FILTER_NAMES.map((name) => [name, readOne(name, query)])) as PostFilters
  const { minPrice, maxPrice, city } = filters
  if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) {
    refuse('minPrice', minPrice, `at most maxPrice, which is ${maxPrice}`)
  }
  return { ...filters, within: city === null ? null : filters.within }
}

function readOne(name: FilterName, query: Texts): PostFilters[FilterName] {
  const text = textOf(query, name)
  if (text === null) return null
  const value = readFilter(name, text)
  return value === undefined ? refuse(name, text, POST_FILTERS[name].allowed) : value
}

const WANTED = 'west,south,east,north in degrees, south not above north, like 73.7,18.4,74,18.7'
/** As JavaScript prints numbers, including exponents. */
const DEGREES = /^-?\d{1,3}(\.\d{1,20})?(e-\d{1,2})?$/i

/** In degrees; null if absent. Panning around the world may count longitudes up to 540 either way. */
export function readArea(query: Texts): [west: number, south: number, east: number, north: number] | null {
  const text = textOf(query, 'bbox')
  if (text === null) return null
  const parts = asTyped(text)
    .split(',')
    .map((part) => part.trim())
  const [west = 0, south = 0, east = 0, north = 0] = parts.map(Number)
  const isRight =
    parts.length === 4 &&
    parts.every((part) => DEGREES.test(part)) &&
    Math.max(Math.abs(west), Math.abs(east)) <= 540 &&
    Math.max(Math.abs(south), Math.abs(north)) <= 90 &&
    south <= north
  if (!isRight) refuse('bbox', text, WANTED)
  return [west, south, east, north]
}
