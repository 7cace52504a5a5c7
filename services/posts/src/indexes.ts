import { POST_TYPES, PROPERTIES } from '@aangan/contracts/posts'
import type { Filter, IndexSpec, SortOrder } from '@aangan/service-kit/store/store'
import type { Filters } from './filters.ts'
import type { ListingDoc } from './listing.ts'

/**
 * A search either walks listings in order and stops at its limit, or looks up the few that match and sorts them; both
 * read one stretch of an index, or one for each kind of listing.
 *
 * The indexes for walking begin with what a search fixes, go on with its order and end with the two checks, so that a
 * listing is left out on the index, for 0.15 µs, without reading it, for 10. The checks repeat `bedroom` and `price`
 * under names that no other index has: asked for the fields themselves, SQLite prefers an index that begins with them
 * and sorts all that it finds there, 0.9 s where the walk takes 1 ms.
 *
 * A search that fixes neither type nor property, or only one of them, asks for at most eight kinds of listing and merges
 * the answers. That takes seven indexes where one for every combination of filters and orders would be thirty-two, each
 * paid for by every write.
 */
export const LISTING_INDEXES: IndexSpec[] = [
  indexOf('createdAt', '_id'),
  indexOf('cityKey', 'createdAt', '_id'),
  indexOf('type', 'property', 'createdAt', '_id', 'bedroomCheck', 'priceCheck'),
  indexOf('cityKey', 'type', 'property', 'createdAt', '_id', 'bedroomCheck', 'priceCheck'),
  // In the order of the price, and for looking up and counting a range of it.
  indexOf('type', 'property', 'price', '_id', 'bedroomCheck'),
  indexOf('cityKey', 'type', 'property', 'price', '_id', 'bedroomCheck'),
  // For looking up and counting a number of bedrooms, in a town too, and at a price.
  indexOf('type', 'property', 'bedroom', 'cityKey', 'priceCheck'),
  // For what an area of the map holds, counted by spot and read by cell.
  indexOf('cell', 'spot'),
  indexOf('tally', 'cell'),
  indexOf('localityKey', 'spot'),
  // In order within an area, with the area's edges and the other filters checked on the index.
  {
    name: 'walk_newest',
    key: rising('walkCell', 'type', 'property', 'createdAt', '_id', 'bedroomCheck', 'priceCheck', 'lat', 'lng'),
  },
  { name: 'walk_price', key: rising('walkCell', 'type', 'property', 'price', '_id', 'bedroomCheck', 'lat', 'lng') },
  // An owner's listings, those with the oldest copy of the owner first.
  indexOf('userId', 'ownerRev'),
]

function indexOf(...fields: (keyof ListingDoc & string)[]): IndexSpec {
  return { name: fields.join('_'), key: rising(...fields) }
}

function rising(...fields: (keyof ListingDoc & string)[]): SortOrder {
  return Object.fromEntries(fields.map((field) => [field, 1]))
}

/** What each query of a search fixes, as an index above begins: by itself, or with each kind of listing it leaves open. */
export type Branch = Filter<ListingDoc>

/** @param order the field that the search goes by; a count goes by its range of prices, if it has one. */
export function branchesOf(filters: Filters, order: 'createdAt' | 'price'): Branch[] {
  const { cityKey, type, property, bedroom, minPrice, maxPrice } = filters
  const city = cityKey === null ? {} : { cityKey }
  const kindMatters = [type, property, bedroom, minPrice, maxPrice].some((asked) => asked !== null)
  if (order === 'createdAt' && !kindMatters) return [city]
  const types = type === null ? POST_TYPES : [type]
  const properties = property === null ? PROPERTIES : [property]
  return types.flatMap((type) => properties.map((property) => ({ ...city, type, property })))
}
