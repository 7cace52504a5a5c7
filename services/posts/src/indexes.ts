import { POST_TYPES, PROPERTIES } from '@aangan/contracts/posts'
import type { Filter, IndexSpec, SortOrder } from '@aangan/service-kit/store/store'
import type { ListingDoc } from './listing.ts'
import type { Filters } from './rules.ts'

/**
 * What a search may fix. Each is an index for each of the two orders, so that a page walks one index in order and stops
 * at its limit, and a count (with a price range too) reads nothing but one stretch of an index.
 *
 * A search that fixes only type, only property or only bedroom has no index of its own: it asks once for each of the
 * at most eight kinds of listing and merges the answers. That keeps the indexes at twelve where a separate one for every
 * combination would be thirty-two, each paid for by every write.
 */
const PREFIXES = [
  [],
  ['cityKey'],
  ['type', 'property'],
  ['cityKey', 'type', 'property'],
  ['type', 'property', 'bedroom'],
  ['cityKey', 'type', 'property', 'bedroom'],
] as const

const ORDERS = ['createdAt', 'price'] as const

export type Order = (typeof ORDERS)[number]

export const LISTING_INDEXES: IndexSpec[] = [
  ...PREFIXES.flatMap((prefix) => ORDERS.map((order) => indexOf([...prefix, order, '_id']))),
  // An owner's listings, those with the oldest copy of the owner first.
  indexOf(['userId', 'ownerRev']),
]

function indexOf(fields: string[]): IndexSpec {
  const key: SortOrder = Object.fromEntries(fields.map((field) => [field, 1]))
  return { name: fields.join('_'), key }
}

/** The equal parts of the queries that together find what the filters ask for, each the beginning of an index above. */
export function branchesOf({ cityKey, type, property, bedroom }: Filters): Filter<ListingDoc>[] {
  const city = cityKey === null ? {} : { cityKey }
  if (type === null && property === null && bedroom === null) return [city]
  const rooms = bedroom === null ? {} : { bedroom }
  const types = type === null ? POST_TYPES : [type]
  const properties = property === null ? PROPERTIES : [property]
  return types.flatMap((type) => properties.map((property) => ({ ...city, type, property, ...rooms })))
}
