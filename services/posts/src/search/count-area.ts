import type { Filters } from '../filters.ts'
import type { Box } from '../map/box.ts'
import { gridOf, LEAF_LEVEL } from '../map/quadkey.ts'
import { type Tally, tallyMatcher } from '../tallies/tally.ts'
import { type Covering, coverAt, openCover } from './cover.ts'
import { cellFilter } from './filters.ts'
import { pricesWithin } from './order.ts'
import type { Searched } from './stores.ts'
import { matchesOf, scaleFor } from './weight.ts'

/** So many listings at the edge of an area are counted one by one sooner than by opening cells. */
const FEW = 300
/** A first look takes the finest cells of which so many cover the area. */
const FIRST_LOOK = 32

interface Cell {
  key: string
  tallies: Tally[]
}

/** The finest level at which a few cells cover the area. */
function firstLevel(box: Box): number {
  let level = 0
  while (level < LEAF_LEVEL && gridOf(box, level + 1).size <= FIRST_LOOK) level += 1
  return level
}

/** What lies inside is counted by cells; what lies across the edge by ever smaller cells, and in the end one by one. */
export async function countInArea(
  stores: Searched,
  filters: Filters,
  { box, limit }: { box: Box; limit: number },
): Promise<number> {
  const looking = { cells: stores.cells, scale: scaleFor(filters), cityKey: filters.cityKey, box }
  const singly: Cell[] = []
  let total = 0
  let cover = await coverAt(looking, firstLevel(box), null)
  while (cover.length > 0 && total < limit) {
    const inside = cover.filter(({ share }) => share === 1)
    total += inside.reduce((sum, { sure }) => sum + sure, 0)
    singly.push(...inside.filter(({ cut }) => cut > 0).map(({ key, cutTallies }) => ({ key, tallies: cutTallies })))
    const across = cover.filter(({ share }) => share < 1)
    const isFew = across.reduce((sum, covering) => sum + matchesOf(covering), 0) <= FEW
    const isLast = ({ key }: Covering) => isFew || key.length === LEAF_LEVEL
    singly.push(...across.filter(isLast).map(({ key, tallies }) => ({ key, tallies: tallies() })))
    cover = await openCover(
      looking,
      across.filter((covering) => !isLast(covering)),
    )
  }
  for (const cell of singly) {
    if (total < limit) total += await countInCell(stores, filters, { cell, box, limit: limit - total })
  }
  return Math.min(total, limit)
}

async function countInCell(
  { listings }: Searched,
  filters: Filters,
  { cell, box, limit }: { cell: Cell; box: Box; limit: number },
): Promise<number> {
  const prices = pricesWithin(filters.minPrice, filters.maxPrice)
  // Where everything is asked for, it does not matter what it is counted as.
  const tallies = tallyMatcher(filters) === null ? null : cell.tallies
  const filter = { ...cellFilter(filters, { key: cell.key, tallies }, box), ...(prices && { price: prices }) }
  return await listings.countDocuments(filter, { limit })
}
