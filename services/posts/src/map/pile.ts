import type { CellDoc } from '../tallies/cell-store.ts'
import { quadkeyOfId } from '../tallies/cell-store.ts'
import type { Spot } from '../tallies/spot.ts'
import { readTallies, type Tally, type tallyMatcher } from '../tallies/tally.ts'
import type { Box } from './box.ts'
import { LEAF_LEVEL, quadkeyOf } from './quadkey.ts'

/** Matching listings that are near each other. */
export interface Pile extends Box {
  /** The cell that holds them. */
  key: string
  /** How many, and how many at most: two numbers where a range of prices cuts a bucket in two. */
  count: number
  atMost: number
  /** Their middle. */
  lat: number
  lng: number
  /** What they count as; only where they are few enough to be read one by one. */
  tallies: Tally[]
}

export type Matcher = ReturnType<typeof tallyMatcher>

/** More tallies than so many listings have are not remembered. */
const FEW = 100

/** What a cell holds that passes; null for nothing. Where only a part passes, it is taken to lie where the whole does. */
export function pileOfCell(cell: CellDoc, matches: Matcher): Pile | null {
  const { west, south, east, north } = cell
  const counted = matches === null && cell.count > FEW ? all(cell) : countOf(cell, matches)
  if (counted.atMost === 0) return null
  const middle = { lat: cell.lat / cell.count, lng: cell.lng / cell.count }
  return { key: quadkeyOfId(cell._id), west, south, east, north, ...middle, ...counted }
}

type Counts = Pick<Pile, 'count' | 'atMost' | 'tallies'>

function all({ count }: CellDoc): Counts {
  return { count, atMost: count, tallies: [] }
}

function countOf(cell: CellDoc, matches: Matcher): Counts {
  const counts: Counts = { count: 0, atMost: 0, tallies: [] }
  for (const [tally, number] of readTallies(cell.tallies)) {
    const share = matches?.(tally) ?? 1
    if (share === 0) continue
    counts.count += number * share
    counts.atMost += number
    if (counts.tallies.length < FEW) counts.tallies.push(tally)
  }
  return counts
}

/** What a spot holds that passes; null for nothing. */
export function pileOfSpot({ tally, lat, lng }: Spot, count: number, matches: Matcher): Pile | null {
  const share = matches?.(tally) ?? 1
  if (share === 0) return null
  const key = quadkeyOf({ lat, lng }, LEAF_LEVEL)
  const point = { lat, lng, west: lng, south: lat, east: lng, north: lat }
  return { key, count: count * share, atMost: count, ...point, tallies: [tally] }
}

export function atMost(piles: Pile[]): number {
  return piles.reduce((sum, pile) => sum + pile.atMost, 0)
}

export function isPoint({ west, south, east, north }: Box): boolean {
  return west === east && south === north
}
