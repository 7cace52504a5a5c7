import type { Condition, Filter } from '@aangan/service-kit/store/store'
import type { Filters } from '../filters.ts'
import type { ListingDoc } from '../listing.ts'
import type { Search } from '../rules.ts'

/** The total order of each sort: by a field, then by id, both in one direction. */
export const ORDER = {
  newest: { field: 'createdAt', direction: -1 },
  price_asc: { field: 'price', direction: 1 },
  price_desc: { field: 'price', direction: -1 },
} as const

type Place = Pick<ListingDoc, '_id' | 'createdAt' | 'price'>

export function comparator({ sort }: Pick<Search, 'sort'>): (a: Place, b: Place) => number {
  const { field, direction } = ORDER[sort]
  return (a, b) => {
    if (a[field] !== b[field]) return a[field] < b[field] ? -direction : direction
    if (a._id === b._id) return 0
    return a._id < b._id ? -direction : direction
  }
}

/** Makes what tells whether a listing lies behind the position of a search; all do where it has none. */
export function isBehind(search: Pick<Search, 'sort' | 'after'>): (listing: Place) => boolean {
  const { after } = search
  if (after === null) return () => true
  const [value, price] = [String(after.value), Number(after.value)]
  const compare = comparator(search)
  return (listing) => compare({ _id: after.id, createdAt: value, price }, listing) < 0
}

/**
 * What a search leaves behind its position: the listings with the position's own value, if there can be any, and those
 * beyond it. No single range of an index lies behind a position in (value, id), but two do.
 */
export interface Rest {
  same: Filter<ListingDoc> | null
  beyond: Filter<ListingDoc>
}

/** @param priced the field that a range of prices is asked of, where the order is not by price itself */
export function restOf(search: Search, priced: 'price' | 'priceCheck'): Rest {
  return search.sort === 'newest' ? byDate(search, priced) : byPrice(search)
}

function byDate({ after, minPrice, maxPrice }: Search, priced: 'price' | 'priceCheck'): Rest {
  const range = pricesWithin(minPrice, maxPrice)
  const checked: Filter<ListingDoc> = range ? { [priced]: range } : {}
  if (after === null) return { same: null, beyond: checked }
  const createdAt = String(after.value)
  return {
    same: { ...checked, createdAt, _id: { $lt: after.id } },
    beyond: { ...checked, createdAt: { $lt: createdAt } },
  }
}

function byPrice({ sort, after, minPrice, maxPrice }: Search): Rest {
  const whole = pricesWithin(minPrice, maxPrice)
  if (after === null) return { same: null, beyond: whole ? { price: whole } : {} }
  const price = Number(after.value)
  const rising = sort === 'price_asc'
  // A cursor made under other prices may point outside this range, which then holds all that is left, or nothing.
  const min = rising ? Math.max(price + 1, minPrice ?? 0) : minPrice
  const max = rising ? maxPrice : Math.min(price - 1, maxPrice ?? price)
  const isInside = price >= (minPrice ?? price) && price <= (maxPrice ?? price)
  return {
    same: isInside ? { price, _id: rising ? { $gt: after.id } : { $lt: after.id } } : null,
    beyond: { price: pricesWithin(min, max) ?? {} },
  }
}

/** A range of prices, or null where neither bound is set. */
export function pricesWithin(min: Filters['minPrice'], max: Filters['maxPrice']): Condition<number> | null {
  if (min === null && max === null) return null
  return { ...(min !== null && { $gte: min }), ...(max !== null && { $lte: max }) }
}
