import type { Collection } from '@aangan/service-kit/store/store'
import type { ListingDoc } from '../listing.ts'
import type { Tally } from '../tallies/tally.ts'
import { isInside } from './box.ts'
import type { Pile } from './pile.ts'
import type { Area } from './survey.ts'

/** The listings that piles count, read by their tallies and cells, and only those that really pass. */
export async function readPiles(listings: Collection<ListingDoc>, piles: Pile[], area: Area): Promise<ListingDoc[]> {
  const tallies = new Map<string, Set<Tally>>()
  for (const pile of piles) {
    const known = tallies.get(pile.key) ?? new Set()
    tallies.set(pile.key, new Set([...known, ...pile.tallies]))
  }
  const read = await Promise.all(
    [...tallies].map(([key, some]) => {
      // `4` is behind the digits of a quadkey.
      return listings.find({ tally: { $in: [...some] }, cell: { $gte: key, $lt: `${key}4` } }).toArray()
    }),
  )
  return read.flat().filter((listing) => passes(listing, area))
}

/** Whether a listing of a right tally passes: its type, property and bedrooms are right already. */
function passes(listing: ListingDoc, { cityKey, localityKey, minPrice, maxPrice, boxes }: Area): boolean {
  return (
    (cityKey === null || listing.cityKey === cityKey) &&
    (localityKey === null || listing.localityKey === localityKey) &&
    (minPrice === null || listing.price >= minPrice) &&
    (maxPrice === null || listing.price <= maxPrice) &&
    boxes.some((box) => isInside(box, listing))
  )
}
