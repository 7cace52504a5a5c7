import type { PostFilters } from '@aangan/contracts/post-filters'
import type { NearbyPlace } from '@aangan/contracts/posts'
import type { Block } from './block.ts'
import type { Blocks } from './blocks.ts'
import type { Centres } from './centres.ts'
import { circleAround } from './circle.ts'
import { type Condition, conditionsOf, type PlaceFinder } from './conditions.ts'
import type { Catalogs } from './listing-row.ts'
import type { Area } from './places.ts'
import { distanceBetween, type Point } from './point.ts'
import { prepare, scan } from './scan.ts'

const MOST = 5
const REACH_M = 15_000
const NOWHERE: PlaceFinder = () => ({ of: 'place', numbers: [] })

interface Index {
  blocks: Blocks
  catalogs: Catalogs
  centres: Centres
}

/** Localities with homes that pass the other filters, at most MOST, by the distance of their centres. */
export function nearbyPlaces(index: Index, { city, ...others }: PostFilters & { city: string }): NearbyPlace[] {
  const { places } = index.catalogs
  const own = places.areasOf(places.find(city))
  const from = index.centres.of(own).filter((centre) => centre !== null)
  if (from.length === 0) return []
  const conditions = conditionsOf({ ...others, city: null, within: null }, NOWHERE)
  const around: Condition = { of: 'near', circles: from.map((centre) => circleAround(centre, REACH_M)), numbers: [] }
  const isOwn = new Set(own.flatMap(({ numbers }) => numbers))
  const found = [...countByPlace(index, [...conditions, around]).keys()].filter((number) => !isOwn.has(number))
  const near = nearest(index.centres, places.localitiesOf(found), from)
  const numbers = near.map(({ place }) => places.find(place))
  const counts = countByPlace(index, [...conditions, { of: 'place', numbers: numbers.flat() }])
  const countOf = (some: readonly number[] = []) => some.reduce((sum, number) => sum + (counts.get(number) ?? 0), 0)
  return near.map((one, at) => ({ ...one, count: countOf(numbers[at]) }))
}

function nearest(centres: Centres, areas: Area[], from: readonly Point[]): Omit<NearbyPlace, 'count'>[] {
  return centres
    .of(areas)
    .flatMap((centre, at) => {
      const { locality, city } = areas[at] as Area
      if (centre === null || locality === null) return []
      const distance = Math.round(Math.min(...from.map((point) => distanceBetween(point, centre))))
      return distance > REACH_M ? [] : [{ place: `${locality}, ${city}`, city, locality, distance }]
    })
    .sort((a, b) => a.distance - b.distance || (a.place < b.place ? -1 : 1))
    .slice(0, MOST)
}

/** Matches by catalog number of their place. */
function countByPlace({ blocks, catalogs }: Index, conditions: Condition[]): Map<number, number> {
  const counts = new Map<number, number>()
  scan(blocks.all, prepare(conditions, null, catalogs), (block: Block, rows, count) => {
    for (let at = 0; at < count; at += 1) {
      const place = block.place[rows[at] as number] as number
      counts.set(place, (counts.get(place) ?? 0) + 1)
    }
  })
  return counts
}
