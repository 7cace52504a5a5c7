import type { Filters } from '../filters.ts'
import type { Box } from '../map/box.ts'
import { EVERYTHING } from '../tallies/cell-store.ts'
import { bucketOf, pricesOf } from '../tallies/price-bucket.ts'
import { countInArea } from './count-area.ts'
import { roomsFilter, stretchOf, walkFilter } from './filters.ts'
import { isMatch, type Late } from './late.ts'
import { pricesWithin } from './order.ts'
import type { Searched } from './stores.ts'
import { scaleFor } from './weight.ts'

/**
 * Counts what matches, and stops at `limit`: exactly, but for what was written in the last second or so. It is never less
 * than what is found of that.
 */
export async function countUpTo(
  stores: Searched,
  filters: Filters,
  { late, limit }: { late: Late; limit: number },
): Promise<number> {
  const count = late !== null && filters.localityKey === null ? countTallies : countListings
  let total = 0
  for (const box of filters.boxes ?? [null]) {
    const counted = { ...filters, box, isRebuilt: late !== null }
    if (total < limit) total += await count(stores, counted, limit - total)
  }
  const added = (late ?? []).filter((listing) => isMatch(listing, filters))
  return Math.max(total, Math.min(added.length, limit))
}

interface Counted extends Filters {
  box: Box | null
  /** Whether all listings have the fields that walks go by. */
  isRebuilt: boolean
}

/** One by one, on an index: where no tallies tell. */
async function countListings({ listings }: Searched, filters: Counted, limit: number): Promise<number> {
  const { cityKey, localityKey, bedroom, box, isRebuilt, minPrice, maxPrice } = filters
  const isByRooms = cityKey !== null && bedroom !== null && localityKey === null
  const stretch = isRebuilt ? stretchOf(box) : null
  const prices = pricesWithin(minPrice, maxPrice)
  const filter = isByRooms ? roomsFilter(filters, box) : walkFilter(filters, stretch, box)
  return await listings.countDocuments({ ...filter, ...(prices && { price: prices }) }, { limit })
}

function countTallies(stores: Searched, filters: Counted, limit: number): Promise<number> {
  const { box } = filters
  return box === null ? countEverywhere(stores, filters, limit) : countInArea(stores, filters, { box, limit })
}

async function countEverywhere({ cells, listings }: Searched, filters: Filters, limit: number): Promise<number> {
  const root = await cells.whole(filters.cityKey ?? EVERYTHING)
  if (root === null) return 0
  const { sure, cut } = scaleFor(filters)(root)
  let total = Math.min(sure, limit)
  for (const price of cut === 0 ? [] : cutPrices(filters)) {
    const filter = walkFilter(filters, null, null)
    if (total < limit) total += await listings.countDocuments({ ...filter, price }, { limit: limit - total })
  }
  return total
}

/** The prices within the bounds that share a bucket with prices beyond them. */
function cutPrices({ minPrice, maxPrice }: Filters): { $gte: number; $lte: number }[] {
  const [from, to] = [minPrice ?? 0, maxPrice ?? Number.MAX_SAFE_INTEGER]
  const buckets = new Set([minPrice, maxPrice].flatMap((bound) => (bound === null ? [] : [bucketOf(bound)])))
  return [...buckets]
    .map(pricesOf)
    .filter(({ min, max }) => min < from || max > to)
    .map(({ min, max }) => ({ $gte: Math.max(min, from), $lte: Math.min(max, to) }))
}
