import { PROPERTIES } from '@aangan/contracts/post-constants'
import type { Block } from './block.ts'
import type { Condition } from './conditions.ts'
import { idOfWords } from './id-words.ts'
import type { Catalogs, Kind, SearchedPost } from './listing-row.ts'
import { boxesAround, distanceBetween, distanceNorth, pointOf, toDegrees } from './point.ts'
import { prepare, scan } from './scan.ts'

export interface Similar {
  id: string
  /** Metres. */
  distance: number
}

interface Likeness {
  /** Maximum price difference, as a fraction. */
  spread: number
  /** Whether building types mix; land never does. */
  anyBuilding: boolean
}

const MOST = 6
/** Search radii in metres, tried in turn until there are enough matches. */
const REACHES = [300, 1_200, 5_000, 20_000, 80_000]
/** Relaxed step by step while there are too few matches. */
const LIKENESSES: Likeness[] = [
  { spread: 0.3, anyBuilding: false },
  { spread: 0.6, anyBuilding: false },
  { spread: 0.6, anyBuilding: true },
]
const BUILDINGS = PROPERTIES.filter((property) => property !== 'land')

/** At most MOST homes of the same kind, nearest first: similar price, bedrooms within one of each other. */
export function similarTo(blocks: readonly Block[], catalogs: Catalogs, post: SearchedPost): Similar[] {
  let found: Similar[] = []
  for (const likeness of LIKENESSES) {
    for (const reach of REACHES) {
      found = within(blocks, catalogs, { post, reach, likeness })
      if (found.length === MOST) return found
    }
  }
  return found
}

function within(
  blocks: readonly Block[],
  catalogs: Catalogs,
  { post, reach, likeness }: { post: SearchedPost; reach: number; likeness: Likeness },
): Similar[] {
  const point = pointOf(post)
  const wanted = prepare(conditionsOf(post, likeness), boxesAround(point, reach), catalogs)
  let found: Similar[] = []
  // Shrinks to the last of the nearest: a whole city may lie within reach.
  let limit = reach
  scan(blocks, wanted, (block, rows, count) => {
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number
      const there = { lat: toDegrees(block.lat[row] as number), lng: toDegrees(block.lng[row] as number) }
      if (distanceNorth(point, there) > limit + 1) continue
      const distance = Math.round(distanceBetween(point, there))
      if (distance > limit) continue
      const id = idOfWords(block.id(row))
      if (id !== post.id) found = nearest([...found, { id, distance }])
      if (found.length === MOST) limit = found.at(-1)?.distance ?? limit
    }
  })
  return found
}

function nearest(found: Similar[]): Similar[] {
  return found.sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1)).slice(0, MOST)
}

function conditionsOf(
  { type, property, bedroom, price }: SearchedPost,
  { spread, anyBuilding }: Likeness,
): Condition[] {
  const properties = anyBuilding && property !== 'land' ? BUILDINGS : [property]
  const isAlike = (kind: Kind) =>
    kind.type === type && properties.includes(kind.property) && Math.abs(kind.bedroom - bedroom) <= 1
  return [
    { of: 'kind', passes: isAlike },
    { of: 'column', column: 'price', least: price * (1 - spread), most: price * (1 + spread) },
  ]
}
