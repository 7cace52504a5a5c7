import { PROPERTIES } from '@aangan/contracts/post-constants'
import type { Collection } from '@aangan/service-kit/store/store'
import type { ListingDoc } from './listing.ts'
import { boxesAround, distanceBetween, type Point } from './map/distance.ts'
import { gridOf, LEAF_LEVEL } from './map/quadkey.ts'
import { pointOf } from './search-fields.ts'
import { bucketOf } from './tallies/price-bucket.ts'
import { tallyIn } from './tallies/tally.ts'

export interface Similar {
  listing: ListingDoc
  /** Metres. */
  distance: number
}

interface Likeness {
  /** The share of the price by which another may differ. */
  spread: number
  /** Whether a house is like an apartment, too. Land never is. */
  anyBuilding: boolean
}

const MOST = 6
/** Looked for within these many metres, one after the other, until there are enough. */
const REACHES = [300, 1_200, 5_000, 20_000, 80_000]
/** What counts as alike, one after the other where there are too few: nearer or further from the price, any building. */
const LIKENESSES: Likeness[] = [
  { spread: 0.3, anyBuilding: false },
  { spread: 0.6, anyBuilding: false },
  { spread: 0.6, anyBuilding: true },
]
/** Listings that are read of one cell: at most four cells, of the size of what is within reach. */
const MOST_READ = 200
const BUILDINGS = PROPERTIES.filter((property) => property !== 'land')
const EQUATOR_M = 40_075_017

/**
 * Homes of the same kind, with as many bedrooms give or take one, for about as much: the nearest first, at most six. Where
 * few are, other kinds of building fill up.
 */
export async function similarTo(listings: Collection<ListingDoc>, listing: ListingDoc): Promise<Similar[]> {
  // Where a listing that is not live stands, its search fields do not say.
  const to = { ...listing, ...pointOf(listing) }
  let found: Similar[] = []
  for (const likeness of LIKENESSES) {
    for (const reach of REACHES) {
      found = await within(listings, to, { reach, ...likeness })
      if (found.length >= MOST) return nearest(found)
    }
  }
  return nearest(found)
}

function nearest(found: Similar[]): Similar[] {
  return found.sort((a, b) => a.distance - b.distance || (a.listing._id < b.listing._id ? -1 : 1)).slice(0, MOST)
}

async function within(
  listings: Collection<ListingDoc>,
  to: ListingDoc,
  { reach, spread, anyBuilding }: Likeness & { reach: number },
): Promise<Similar[]> {
  const [min, max] = [Math.ceil(to.price * (1 - spread)), Math.floor(to.price * (1 + spread))]
  const properties = anyBuilding && to.property !== 'land' ? BUILDINGS : [to.property]
  const tally = { $in: properties.flatMap((property) => talliesOf({ ...to, property }, min, max)) }
  const read = await Promise.all(
    cellsAround(to, reach).map((key) =>
      listings.find({ tally, cell: { $gte: key, $lt: `${key}4` } }, { limit: MOST_READ }).toArray(),
    ),
  )
  return read
    .flat()
    .filter(({ _id, price }) => _id !== to._id && price >= min && price <= max)
    .map((listing) => ({ listing, distance: Math.round(distanceBetween(to, listing)) }))
    .filter(({ distance }) => distance <= reach)
}

function talliesOf(
  { type, property, bedroom }: Pick<ListingDoc, 'type' | 'property' | 'bedroom'>,
  min: number,
  max: number,
): string[] {
  const [first, last] = [bucketOf(Math.max(1, min)), bucketOf(Math.max(1, max))]
  const buckets = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const rooms = [bedroom - 1, bedroom, bedroom + 1].filter((number) => number >= 0)
  return rooms.flatMap((number) => buckets.map((bucket) => tallyIn({ type, property, bedroom: number }, bucket)))
}

/** The cells that hold what is within reach: so large that they are at most four. */
function cellsAround(point: Point, reach: number): string[] {
  const width = EQUATOR_M * Math.cos((Math.min(85, Math.abs(point.lat)) * Math.PI) / 180)
  const level = Math.max(1, Math.min(LEAF_LEVEL, Math.floor(Math.log2(width / (2 * reach)))))
  return [...new Set(boxesAround(point, reach).flatMap((box) => gridOf(box, level).keys()))]
}
