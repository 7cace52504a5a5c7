import type { IndexSpec } from '@aangan/service-kit/store/store'
import type { ListingDoc } from './listing.ts'

type Field = keyof ListingDoc & string

/** Created by migration 5. */
export const OWN_INDEX = index('owner_age', ['userId', 'createdAt', '_id'])

/** For counting live listings, in total and per owner. Created by migration 7. */
export const STATUS_INDEX = index('status_owner', ['status', 'userId'])

/** Dropped by migration 7. */
export const OLD_INDEXES = [
  ...['owner', 'live'],
  ...['newest', 'newest_in_city', 'newest_in_locality', 'newest_around', 'newest_near'],
  ...['price', 'price_in_city', 'price_in_locality', 'price_around', 'price_near'],
  ...['rooms_in_city', 'tally_in_cell', 'spots_of_cell', 'spots_of_locality', 'age'],
]

function index(name: string, fields: Field[]): IndexSpec {
  return { name, key: Object.fromEntries(fields.map((field) => [field, 1])) }
}
