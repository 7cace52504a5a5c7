import type { Filters } from '../filters.ts'
import type { ListingDoc } from '../listing.ts'
import { isInside } from '../map/box.ts'
import { ON_MAP } from '../search-fields.ts'
import type { Searched } from './stores.ts'

/** The listings that the tallies may not tell of yet: a few, or null while the tallies cannot be relied on at all. */
export type Late = ListingDoc[] | null

export async function readLate({ listings, uncounted }: Searched): Promise<Late> {
  const ids = await uncounted()
  if (ids === null || ids.length === 0) return ids && []
  return await listings.find({ _id: { $in: ids }, ...ON_MAP }).toArray()
}

export function isMatch(listing: ListingDoc, { minPrice, maxPrice, boxes, ...same }: Filters): boolean {
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
