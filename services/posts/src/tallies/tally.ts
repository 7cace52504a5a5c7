import type { Post, PostType, Property } from '@aangan/contracts/posts'
import type { Filters } from '../filters.ts'
import { bucketOf, pricesOf } from './price-bucket.ts'

/** What listings are counted by: type, property, bedrooms and bucket of prices in one short text, like `ba2.115`. */
export type Tally = string

const TYPE_CODES: Record<PostType, string> = { buy: 'b', rent: 'r' }
const PROPERTY_CODES: Record<Property, string> = { apartment: 'a', house: 'h', condo: 'c', land: 'l' }

export function tallyOf({ type, property, bedroom, price }: Kind): Tally {
  return `${TYPE_CODES[type]}${PROPERTY_CODES[property]}${bedroom}.${bucketOf(price)}`
}

type Kind = Pick<Post, 'type' | 'property' | 'bedroom' | 'price'>

/** How many of a tally's listings pass the filters: all, none, or those with the right prices of a bucket cut in two. */
export type Match = 'all' | 'some' | 'none'

export type TallyFilters = Pick<Filters, 'type' | 'property' | 'bedroom' | 'minPrice' | 'maxPrice'>

/** Makes what tells how a tally passes the filters, or null where there are none: then everything does. */
export function tallyMatcher(filters: TallyFilters): ((tally: Tally) => Match) | null {
  const { type, property, bedroom, minPrice, maxPrice } = filters
  if ([type, property, bedroom, minPrice, maxPrice].every((asked) => asked === null)) return null
  const known = new Map<Tally, Match>()
  return (tally) => {
    const match = known.get(tally) ?? matchOf(tally, filters)
    known.set(tally, match)
    return match
  }
}

function matchOf(tally: Tally, { type, property, bedroom, minPrice, maxPrice }: TallyFilters): Match {
  const dot = tally.indexOf('.')
  if (type !== null && tally[0] !== TYPE_CODES[type]) return 'none'
  if (property !== null && tally[1] !== PROPERTY_CODES[property]) return 'none'
  if (bedroom !== null && Number(tally.slice(2, dot)) !== bedroom) return 'none'
  const { min, max } = pricesOf(Number(tally.slice(dot + 1)))
  const [from, to] = [minPrice ?? 0, maxPrice ?? Number.POSITIVE_INFINITY]
  if (max < from || min > to) return 'none'
  return min >= from && max <= to ? 'all' : 'some'
}

/** Which listings a tally is of, without their prices. */
export function kindOf(tally: Tally): Pick<Post, 'type' | 'property'> {
  return { type: tally[0] === TYPE_CODES.buy ? 'buy' : 'rent', property: PROPERTY_OF[tally[1] ?? ''] ?? 'land' }
}

const PROPERTY_OF: Record<string, Property> = { a: 'apartment', h: 'house', c: 'condo', l: 'land' }

/** Counts as one text, `ba2.115 4 ra1.74 1`, so that a reader who needs only their sum is not held up by them. */
export function writeTallies(tallies: ReadonlyMap<Tally, number>): string {
  return [...tallies]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tally, count]) => `${tally} ${count}`)
    .join(' ')
}

export function* readTallies(text: string): Generator<[Tally, number]> {
  const words = text === '' ? [] : text.split(' ')
  for (let at = 0; at + 1 < words.length; at += 2) yield [words[at] ?? '', Number(words[at + 1])]
}
