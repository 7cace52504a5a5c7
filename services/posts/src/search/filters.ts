import { POST_TYPES, PROPERTIES } from '@aangan/contracts/post-constants'
import type { Filter } from '@aangan/service-kit/store/store'
import type { Filters } from '../filters.ts'
import type { ListingDoc } from '../listing.ts'
import type { Box } from '../map/box.ts'
import { gridOf } from '../map/quadkey.ts'
import { NEAR_LEVEL, ON_MAP, WALK_LEVEL } from '../search-fields.ts'
import { spotsOfCity } from '../tallies/spot.ts'
import type { Tally } from '../tallies/tally.ts'

/** Which cells of which field a walk goes through; null for none: then through a locality, a city or everything. */
export type Stretch = { walkCell: { $in: string[] } } | { nearCell: { $in: string[] } } | null

/** Of a walk's field, cells of which no more are merged: see the store's own limit. */
const MOST_CELLS = 30

/** The cells that cover a box, of the finest level at which they are few; null where they are many at each. */
export function stretchOf(box: Box | null): Stretch {
  if (box === null) return null
  const [near, walk] = [gridOf(box, NEAR_LEVEL), gridOf(box, WALK_LEVEL)]
  if (near.size <= MOST_CELLS) return { nearCell: { $in: near.keys() } }
  return walk.size <= MOST_CELLS ? { walkCell: { $in: walk.keys() } } : null
}

/** What an index for walking fixes, and what it checks besides prices: see indexes. */
export function walkFilter(filters: Filters, stretch: Stretch, box: Box | null): Filter<ListingDoc> {
  const { bedroom, cityKey, localityKey } = filters
  const isAnywhere = cityKey === null && localityKey === null
  return {
    ...stretch,
    ...placeOf(filters),
    ...kindsOf(filters),
    ...(bedroom !== null && { bedroomCheck: bedroom }),
    ...(box ? within(box) : isAnywhere && ON_MAP),
  }
}

/** The same without going by an order: by the rooms in a city, or by prices. */
export function roomsFilter(filters: Filters, box: Box | null): Filter<ListingDoc> {
  const { bedroom } = filters
  return { ...placeOf(filters), ...kindsOf(filters), ...(bedroom !== null && { bedroom }), ...(box && within(box)) }
}

/** By what listings are counted as, or whatever they are, in one cell of any level. */
export function cellFilter(
  { cityKey }: Filters,
  { key, tallies }: { key: string; tallies: Tally[] | null },
  box: Box | null,
): Filter<ListingDoc> {
  return {
    // `4` is behind the digits of a quadkey.
    ...(key !== '' && { cell: { $gte: key, $lt: `${key}4` } }),
    ...(tallies !== null && { tally: { $in: tallies } }),
    ...(cityKey !== null && (tallies === null ? { spot: spotsOfCity(cityKey) } : { cityKey })),
    ...(box && within(box)),
  }
}

function placeOf({ cityKey, localityKey }: Filters): Filter<ListingDoc> {
  return { ...(localityKey !== null && { localityKey }), ...(cityKey !== null && { cityKey }) }
}

function kindsOf({ type, property }: Filters): Filter<ListingDoc> {
  return { type: type ?? { $in: POST_TYPES }, property: property ?? { $in: PROPERTIES } }
}

function within({ west, south, east, north }: Box): Pick<Filter<ListingDoc>, 'lat' | 'lng'> {
  return { lat: { $gte: south, $lte: north }, lng: { $gte: west, $lte: east } }
}
