import {
  FILTER_NAMES,
  type FilterName,
  POST_FILTERS,
  type PostFilters,
  readFilter,
} from '@aangan/contracts/post-filters'
import { refuse, type Texts, textOf } from './query.ts'

/**
 * Reads the filters of `GET /posts`, for whoever searches or keeps searches.
 * @throws BAD_REQUEST naming the parameter, what was given and what is allowed
 */
export function readPostFilters(query: Texts): PostFilters {
  const filters = Object.fromEntries(FILTER_NAMES.map((name) => [name, readOne(name, query)])) as PostFilters
  const { minPrice, maxPrice } = filters
  if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) {
    refuse('minPrice', minPrice, `at most maxPrice, which is ${maxPrice}`)
  }
  return filters
}

function readOne(name: FilterName, query: Texts): PostFilters[FilterName] {
  const text = textOf(query, name)
  if (text === null) return null
  const value = readFilter(name, text)
  return value === undefined ? refuse(name, text, POST_FILTERS[name].allowed) : value
}

const WANTED = 'west,south,east,north in degrees, south not above north, like 73.7,18.4,74,18.7'
/** As JavaScript writes numbers, tiny ones too. */
const DEGREES = /^-?\d{1,3}(\.\d{1,20})?(e-\d{1,2})?$/i

/**
 * Reads `bbox`: west, south, east, north in degrees; null where it is not given. A map that has been turned more than
 * once around the world may count its longitudes on, to 540 either way.
 * @throws BAD_REQUEST naming what was given and what is allowed
 */
export function readArea(query: Texts): [west: number, south: number, east: number, north: number] | null {
  const text = textOf(query, 'bbox')
  if (text === null) return null
  const parts = text.split(',').map((part) => part.trim())
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
