import type { Box } from '../map/box.ts'
import { childrenOf, gridOf } from '../map/quadkey.ts'
import { type Cells, EVERYTHING, quadkeyOfId } from '../tallies/cell-store.ts'
import { matchesOf, type Scale, type Weight } from './weight.ts'

/** A cell that holds matching listings, at least a part of which may lie in the area. */
export interface Covering extends Weight {
  key: string
  /** The part of them that lies in the area, as far as the cell's reach tells. */
  share: number
}

/** The share of what only touches the area. */
const TOUCH = 1e-6

/** What to look for, and where. */
export interface Looking {
  cells: Cells
  scale: Scale
  cityKey: string | null
  box: Box
}

/** The cells of a level with matching listings that cover the area; a known cover of it tells where there are none. */
export async function coverAt(looking: Looking, level: number, known: Covering[] | null): Promise<Covering[]> {
  const keys = gridOf(looking.box, level).keys()
  if (known === null) return await readCover(looking, keys)
  const length = Math.min(level, known[0]?.key.length ?? 0)
  const filled = new Set(known.map(({ key }) => key.slice(0, length)))
  return await readCover(
    looking,
    keys.filter((key) => filled.has(key.slice(0, length))),
  )
}

/** The cells one level below those of a cover that lie in the area. */
export function openCover(looking: Looking, cover: Covering[]): Promise<Covering[]> {
  return readCover(
    looking,
    cover.flatMap(({ key }) => childrenOf(key)),
  )
}

function readCover({ cells, scale, cityKey, box }: Looking, keys: string[]): Promise<Covering[]> {
  return cells.read(cityKey ?? EVERYTHING, keys, (cell) => {
    const share = shareOf(cell, box)
    if (share === 0) return []
    const weight = scale(cell)
    return matchesOf(weight) === 0 ? [] : [{ key: quadkeyOfId(cell._id), share, ...weight }]
  })
}

/** How much of a reach lies in a box: 0 where they do not touch, 1 where it is inside. */
function shareOf(reach: Box, box: Box): number {
  return (
    overlap([reach.west, reach.east], [box.west, box.east]) *
    overlap([reach.south, reach.north], [box.south, box.north])
  )
}

function overlap([from, to]: [number, number], [least, most]: [number, number]): number {
  if (to < least || from > most) return 0
  if (from >= least && to <= most) return 1
  // Touching by no more than a line is something all the same.
  return Math.max(TOUCH, (Math.min(to, most) - Math.max(from, least)) / (to - from))
}
