import type { PostFilters } from '@aangan/contracts/post-filters'
import type { NearbyPlace } from '@aangan/contracts/posts'
import type { Area } from './areas.ts'
import type { Blocks } from './blocks.ts'
import type { Centres } from './centres.ts'
import { circleAround } from './circle.ts'
import { type Condition, conditionsOf, type PlaceFinder } from './conditions.ts'
import type { Catalogs } from './listing-row.ts'
import { distanceBetween, type Point } from './point.ts'
import { prepare, scan } from './scan.ts'

const MOST = 5
const REACH_M = 15_000
/** Places with fewer homes are listed only if there are not MOST others. */
const LEAST_HOMES = 3
const NOWHERE: PlaceFinder = () => ({ of: 'place', numbers: [] })

interface Index {
  blocks: Blocks
  catalogs: Catalogs
  centres: Centres
}

/** Localities with homes that pass the other filters, nearest first by their centres. */
export function nearbyPlaces(index: Index, { city, ...others }: PostFilters & { city: string }): NearbyPlace[] {
  const { places } = index.catalogs
  const own = places.areas.of(places.find(city))
  const from = index.centres.of(own).filter((centre) => centre !== null)
  if (from.length === 0) return []
  const conditions = conditionsOf({ ...others, city: null, within: null }, NOWHERE)
  const around: Condition = { of: 'near', circles: from.map((centre) => circleAround(centre, REACH_M)), numbers: [] }
  const found = countByPlace(index, [...conditions, around])
  for (const number of own.flatMap(({ numbers }) => numbers)) found[number] = 0
  const areas = places.areas.localitiesOf([...found.keys()].filter((number) => found[number] !== 0))
  const near = nearest(index.centres, { areas, from, found })
  const numbers = near.map(({ place }) => places.find(place))
  const counts = countByPlace(index, [...conditions, { of: 'place', numbers: numbers.flat() }])
  return near.map((one, at) => ({ ...one, count: sumOf(counts, numbers[at]) }))
}

interface Around {
  areas: Area[]
  from: readonly Point[]
  /** Homes by catalog number. */
  found: Uint32Array
}

function nearest(centres: Centres, { areas, from, found }: Around): NearbyPlace[] {
  const middles = centres.of(areas)
  const all = areas.flatMap(({ locality, city, numbers }, at) => {
    const centre = middles[at] ?? null
    if (centre === null || locality === null) return []
    const distance = Math.round(Math.min(...from.map((point) => distanceBetween(point, centre))))
    const count = sumOf(found, numbers)
    return distance > REACH_M ? [] : [{ place: `${locality}, ${city}`, city, locality, count, distance }]
  })
  const sorted = all.sort(byDistance)
  const [large, small] = [sorted.filter(hasMany), sorted.filter((one) => !hasMany(one))]
  return [...large, ...small].slice(0, MOST).sort(byDistance)
}

function hasMany({ count }: NearbyPlace): boolean {
  return count >= LEAST_HOMES
}

function byDistance(a: NearbyPlace, b: NearbyPlace): number {
  return a.distance - b.distance || (a.place < b.place ? -1 : 1)
}

/** Matches by catalog number of their place. */
function countByPlace({ blocks, catalogs }: Index, conditions: Condition[]): Uint32Array {
  const counts = new Uint32Array(catalogs.places.catalog.entries.length)
  scan(blocks.all, prepare(conditions, null, catalogs), (block, rows, count) => {
    for (let at = 0; at < count; at += 1) (counts[block.place[rows[at] as number] as number] as number) += 1
  })
  return counts
}

function sumOf(counts: Uint32Array, numbers: readonly number[] = []): number {
  return numbers.reduce((sum, number) => sum + (counts[number] as number), 0)
}
