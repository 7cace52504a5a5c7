import { cityKey } from '@aangan/contracts/cities'
import {
  MAX_PRICE,
  MAX_ROOMS,
  POST_TYPES,
  type PostType,
  PROPERTIES,
  type Property,
} from '@aangan/contracts/post-constants'
import type { PostsQuery } from '@aangan/contracts/posts'
import { choiceOf, integerOf, refuse, textOf } from '@aangan/service-kit/query'
import { type Box, readBoxes } from './map/box.ts'

/** What the listings must be; null is no filter. */
export interface Filters {
  type: PostType | null
  cityKey: string | null
  /** A part of the city, or without one of any city. */
  localityKey: string | null
  property: Property | null
  bedroom: number | null
  minPrice: number | null
  maxPrice: number | null
  /** In any of these areas. */
  boxes: Box[] | null
}

const PRICE = { min: 0, max: MAX_PRICE }

/** Reads what the parameters of `GET /posts` and `GET /posts/map` have in common. Throws BAD_REQUEST like `readSearch`. */
export function readFilters(query: PostsQuery): Filters {
  return {
    type: readType(query),
    cityKey: readCity(query),
    localityKey: null,
    property: choiceOf(query, 'property', PROPERTIES),
    bedroom: integerOf(query, 'bedroom', { min: 0, max: MAX_ROOMS }),
    ...readPrices(query),
    boxes: readBoxes(query),
  }
}

export function readType(query: Pick<PostsQuery, 'type'>): PostType | null {
  return choiceOf(query, 'type', POST_TYPES)
}

function readCity(query: PostsQuery): string | null {
  const text = textOf(query, 'city')
  if (text === null) return null
  const key = cityKey(text)
  if (key === '' || text.length > 100) refuse('city', text, 'the name of a city, of at most 100 characters')
  return key
}

/** 0 is what an untouched price field sends: no bound. */
function readPrices(query: PostsQuery): Pick<Filters, 'minPrice' | 'maxPrice'> {
  const minPrice = integerOf(query, 'minPrice', PRICE) || null
  const maxPrice = integerOf(query, 'maxPrice', PRICE) || null
  if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) {
    refuse('minPrice', minPrice, `at most maxPrice, which is ${maxPrice}`)
  }
  return { minPrice, maxPrice }
}
