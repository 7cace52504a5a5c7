import { setImmediate as breathe } from 'node:timers/promises'
import { cityName } from '@aangan/contracts/cities'
import type { Collection, Filter } from '@aangan/service-kit/store/store'
import type { ListingDoc } from '../listing.ts'
import { quadkeyOf } from '../map/quadkey.ts'
import { WALK_LEVEL } from '../search-fields.ts'
import { type Cells, cellId } from '../tallies/cell-store.ts'
import { spotsWhere } from '../tallies/recount-cells.ts'
import { readSpot, spotsOfCity } from '../tallies/spot.ts'
import { kindOf, readTallies } from '../tallies/tally.ts'
import { type Counted, recount } from '../tallies/versions.ts'
import type { PlaceDoc } from './place-store.ts'

/** A name is shown as most of so many listings write it. */
const SAMPLE = 20

interface Stores {
  cells: Cells
  listings: Collection<ListingDoc>
  places: Collection<PlaceDoc>
}

/**
 * Counts places from the listings; a whole city from its cells, so those come first.
 * @throws AbortError between two places, once `signal` says so
 */
export async function recountPlaces(stores: Stores, ids: string[], signal: AbortSignal): Promise<void> {
  for (const id of ids) {
    await recount(stores.places, [id], async () => [await countPlace(stores, id)])
    await breathe(undefined, { signal })
  }
}

async function countPlace(stores: Stores, _id: string): Promise<Counted<PlaceDoc>> {
  const [cityKey = '', localityKey = ''] = _id.split('/')
  const facts = localityKey === '' ? countCity(stores, cityKey) : countLocality(stores, { cityKey, localityKey })
  return { _id, cityKey, localityKey, ...(await facts) }
}

type Facts = Omit<Counted<PlaceDoc>, '_id' | 'cityKey' | 'localityKey'>

async function countCity({ cells, listings }: Stores, cityKey: string): Promise<Facts> {
  const whole = await cells.collection.findOne({ _id: cellId(cityKey, '') })
  const counts = { buy: 0, rent: 0 }
  for (const [tally, count] of readTallies(whole?.tallies ?? '')) counts[kindOf(tally).type] += count
  const city = cityName(cityKey) ?? usual(await sample(listings, { cityKey }), 'city') ?? cityKey
  return { city, locality: null, ...counts, walkCells: [] }
}

async function countLocality(
  { listings }: Stores,
  { cityKey, localityKey }: { cityKey: string; localityKey: string },
): Promise<Facts> {
  const here: Filter<ListingDoc> = { localityKey, spot: spotsOfCity(cityKey) }
  const counts = { buy: 0, rent: 0 }
  const walkCells = new Set<string>()
  for (const { _id, count } of await listings.aggregate(spotsWhere(here)).toArray()) {
    const spot = readSpot(_id)
    counts[kindOf(spot.tally).type] += count
    walkCells.add(quadkeyOf(spot, WALK_LEVEL))
  }
  const some = await sample(listings, here)
  const city = cityName(cityKey) ?? usual(some, 'city') ?? cityKey
  return { city, locality: usual(some, 'locality') ?? localityKey, ...counts, walkCells: [...walkCells].sort() }
}

type Named = Pick<ListingDoc, 'city' | 'locality'>

function sample(listings: Collection<ListingDoc>, filter: Filter<ListingDoc>): Promise<Named[]> {
  return listings.find(filter, { limit: SAMPLE, projection: { city: 1, locality: 1 } }).toArray()
}

/** The spelling that most have, and of equals the first by the alphabet, so that it stays the same. */
function usual(some: Named[], field: keyof Named): string | null {
  const counts = new Map<string, number>()
  for (const { [field]: name } of some) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [first] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return first?.[0] ?? null
}
