import { cityKey } from '@aangan/contracts/cities'
import {
  MAX_PRICE,
  MAX_ROOMS,
  POST_TYPES,
  type PostType,
  PROPERTIES,
  type Property,
} from '@aangan/contracts/post-constants'
import { choiceOf, integerOf, refuse, type Texts, textOf } from './query.ts'

/** What the parameters of `GET /posts` filter by, besides an area; null is no filter. */
export interface PostFilters {
  type: PostType | null
  /** As it was typed. */
  city: string | null
  property: Property | null
  bedroom: number | null
  minPrice: number | null
  maxPrice: number | null
}

const PRICE = { min: 0, max: MAX_PRICE }
const MAX_CITY = 100

/**
 * Reads the filters of `GET /posts`, for whoever searches or keeps searches.
 * @throws BAD_REQUEST naming the parameter, what was given and what is allowed
 */
export function readPostFilters(query: Texts): PostFilters {
  return {
    type: choiceOf(query, 'type', POST_TYPES),
    city: readCity(query),
    property: choiceOf(query, 'property', PROPERTIES),
    bedroom: integerOf(query, 'bedroom', { min: 0, max: MAX_ROOMS }),
    ...readPrices(query),
  }
}

function readCity(query: Texts): string | null {
  const text = textOf(query, 'city')
  if (text === null) return null
  if (cityKey(text) === '' || text.length > MAX_CITY) {
    refuse('city', text, `the name of a city, of at most ${MAX_CITY} characters`)
  }
  return text
}

/** 0 is what an untouched price field sends: no bound. */
function readPrices(query: Texts): Pick<PostFilters, 'minPrice' | 'maxPrice'> {
  const minPrice = integerOf(query, 'minPrice', PRICE) || null
  const maxPrice = integerOf(query, 'maxPrice', PRICE) || null
  if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) {
    refuse('minPrice', minPrice, `at most maxPrice, which is ${maxPrice}`)
  }
  return { minPrice, maxPrice }
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
