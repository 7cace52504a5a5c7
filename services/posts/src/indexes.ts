import type { IndexSpec } from '@aangan/service-kit/store/store'
import type { ListingDoc } from './listing.ts'

type Field = keyof ListingDoc & string

/** What stands behind the kind in the index that a sort walks; the checks leave listings out without reading them. */
const NEWEST: Field[] = ['createdAt', '_id', 'bedroomCheck', 'priceCheck', 'lat', 'lng']
const PRICE: Field[] = ['price', '_id', 'bedroomCheck', 'lat', 'lng']

/**
 * As migration 1 makes them: whatever changes here is a migration of its own.
 *
 * A search either walks listings in order and stops at its limit, or looks up the few that match and sorts them: see
 * search/page. Both read stretches of an index alone, and then the listings of the page.
 *
 * The indexes for walking begin with a place, or none, and the kind, go on with the order and end with what else may be
 * asked. Where a search leaves the kind open, the store merges a stretch for each. `bedroomCheck` and `priceCheck` repeat
 * fields under names that the indexes for walking alone have, and looking up by `bedroom` or `tally` those for looking up
 * alone: so the names in a filter say how it is meant to be answered.
 */
export const LISTING_INDEXES: IndexSpec[] = [
  index('newest', ['type', 'property', ...NEWEST]),
  index('newest_in_city', ['cityKey', 'type', 'property', ...NEWEST]),
  index('newest_in_locality', ['localityKey', 'type', 'property', ...NEWEST, 'cityKey']),
  index('newest_around', ['walkCell', 'type', 'property', ...NEWEST, 'cityKey']),
  index('newest_near', ['nearCell', 'type', 'property', ...NEWEST, 'cityKey']),
  index('price', ['type', 'property', ...PRICE]),
  index('price_in_city', ['cityKey', 'type', 'property', ...PRICE, 'createdAt']),
  index('price_in_locality', ['localityKey', 'type', 'property', ...PRICE, 'createdAt', 'cityKey']),
  index('price_around', ['walkCell', 'type', 'property', ...PRICE, 'cityKey']),
  index('price_near', ['nearCell', 'type', 'property', ...PRICE, 'cityKey']),
  // For looking up a number of bedrooms in a city, and anything by what it is counted as: see tallies.
  index('rooms_in_city', ['cityKey', 'type', 'property', 'bedroom', 'price', '_id', 'createdAt', 'lat', 'lng']),
  index('tally_in_cell', ['tally', 'cell', 'price', 'createdAt', '_id', 'lat', 'lng', 'cityKey']),
  // For counting.
  index('spots_of_cell', ['cell', 'spot', 'lat', 'lng']),
  index('spots_of_locality', ['localityKey', 'spot']),
  // For going through all of them.
  index('age', ['createdAt', '_id']),
  // An owner's listings, those with the oldest copy of the owner first.
  index('owner', ['userId', 'ownerRev']),
]

/** An owner's listings, the latest first: as migration 5 makes it. */
export const OWN_INDEX = index('owner_age', ['userId', 'createdAt', '_id'])

function index(name: string, fields: Field[]): IndexSpec {
  return { name, key: Object.fromEntries(fields.map((field) => [field, 1])) }
}
