import type { Filters } from '../filters.ts'
import type { ListingDoc } from '../listing.ts'
import { isInside } from '../map/box.ts'
import type { Searched } from './stores.ts'

/** Of listings that the tallies may not tell of yet, those that match: a few, which are simply read. */
export async function lateOf({ listings }: Searched, filters: Filters, uncounted: string[]): Promise<ListingDoc[]> {
  if (uncounted.length === 0) return []
  const found = await listings.find({ _id: { $in: uncounted } }).toArray()
  return found.filter((listing) => isMatch(listing, filters))
}

function isMatch(listing: ListingDoc, { minPrice, maxPrice, boxes, ...same }: Filters): boolean {
  const { type, property, bedroom, cityKey, localityKey } = same
  return (
    (type ?? listing.type) === listing.type &&
    (property ?? listing.property) === listing.property &&
    (bedroom ?? listing.bedroom) === listing.bedroom &&
    (cityKey ?? listing.cityKey) === listing.cityKey &&
    (localityKey ?? listing.localityKey) === listing.localityKey &&
    (minPrice ?? listing.price) <= listing.price &&
    (maxPrice ?? listing.price) >= listing.price &&
    (boxes === null || boxes.some((box) => isInside(box, listing)))
  )
}
