import type { PostType, Property } from '@aangan/contracts/post-constants'
import type { Post } from '@aangan/contracts/posts'
import type { Filters } from '../filters.ts'
import { bucketOf, pricesOf } from './price-bucket.ts'

/** What listings are counted by: type, property, bedrooms and bucket of prices in one short text, like `ba2.115`. */
export type Tally = string

const TYPE_CODES: Record<PostType, string> = { buy: 'b', rent: 'r' }
const PROPERTY_CODES: Record<Property, string> = { apartment: 'a', house: 'h', condo: 'c', land: 'l' }

export function tallyOf({ price, ...kind }: Kind): Tally {
  return tallyIn(kind, bucketOf(price))
}

export function tallyIn({ type, property, bedroom }: Omit<Kind, 'price'>, bucket: number): Tally {
  return `${TYPE_CODES[type]}${PROPERTY_CODES[property]}${bedroom}.${bucket}`
}

type Kind = Pick<Post, 'type' | 'property' | 'bedroom' | 'price'>

export type TallyFilters = Pick<Filters, 'type' | 'property' | 'bedroom' | 'minPrice' | 'maxPrice'>

/**
 * Makes what tells which share of a tally's listings passes the filters, or null where there are none. It is 0 or 1, and
 * something between where the range of prices cuts the bucket in two: then as if prices were spread evenly in it.
 */
export function tallyMatcher(filters: TallyFilters): ((tally: Tally) => number) | null {
  const { type, property, bedroom, minPrice, maxPrice } = filters
  if ([type, property, bedroom, minPrice, maxPrice].every((asked) => asked === null)) return null
  const known = new Map<Tally, number>()
  return (tally) => {
    const share = known.get(tally) ?? shareOf(tally, filters)
    known.set(tally, share)
    return share
  }
}

function shareOf(tally: Tally, { type, property, bedroom, minPrice, maxPrice }: TallyFilters): number {
  const dot = tally.indexOf('.')
  if (type !== null && tally[0] !== TYPE_CODES[type]) return 0
  if (property !== null && tally[1] !== PROPERTY_CODES[property]) return 0
  if (bedroom !== null && Number(tally.slice(2, dot)) !== bedroom) return 0
  const { min, max } = pricesOf(bucketOfTally(tally))
  const from = Math.max(min, minPrice ?? min)
  const to = Math.min(max, maxPrice ?? max)
  return Math.max(0, to - from + 1) / (max - min + 1)
}

export function bucketOfTally(tally: Tally): number {
  return Number(tally.slice(tally.indexOf('.') + 1))
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
