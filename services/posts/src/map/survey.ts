import type { Collection, Filter } from '@aangan/service-kit/store/store'
import type { ListingDoc } from '../listing.ts'
import { type Cells, EVERYTHING, type Scope } from '../tallies/cell-store.ts'
import { spotsWhere } from '../tallies/recount-cells.ts'
import { readSpot, spotsOfCity } from '../tallies/spot.ts'
import { type TallyFilters, tallyMatcher } from '../tallies/tally.ts'
import { type Box, isInside } from './box.ts'
import { atMost, isPoint, type Matcher, type Pile, pileOfCell, pileOfSpot } from './pile.ts'
import { childrenOf, gridOf, LEAF_LEVEL } from './quadkey.ts'

export interface Surveyed {
  cells: Cells
  listings: Collection<ListingDoc>
}

/** What to look for, and where. */
export interface Area extends TallyFilters {
  cityKey: string | null
  localityKey: string | null
  boxes: Box[]
}

/** Cells of a grid that are read at once. */
const MOST_CELLS = 600
/** Cells at the edge of the area that are opened to see which part of them lies inside. */
const MOST_OPENED = 250
/** Listings that are counted by spot, which takes an index entry of each. */
const MOST_COUNTED = 5_000

/** What lies within an area, and what lies across its edge and is not worth opening. */
export interface Survey {
  inside: Pile[]
  across: Pile[]
}

/**
 * What an area holds, in piles of the cells of `level` or of larger ones where those would be too many. At the edge cells
 * are opened down to the listings as long as there are few of them.
 */
export async function survey(stores: Surveyed, area: Area, level: number): Promise<Survey> {
  const matches = tallyMatcher(area)
  if (area.localityKey !== null) return { inside: await surveyLocality(stores, area, matches), across: [] }
  const scope = area.cityKey ?? EVERYTHING
  const keys = keysIn(area.boxes, Math.min(level, LEAF_LEVEL))
  const { inside, across } = sort(await readPiles(stores, scope, keys, matches), area.boxes)
  const opened = await openEdge(stores, { area, scope, matches }, across)
  const piles = [...inside, ...opened.inside]
  if (level <= LEAF_LEVEL) return { inside: piles, across: opened.across }
  return { inside: await splitLeaves(stores, { area, scope, matches }, piles), across: opened.across }
}

interface Looking {
  area: Area
  scope: Scope
  matches: Matcher
}

function keysIn(boxes: Box[], level: number): string[] {
  const grids = boxes.map((box) => gridOf(box, level))
  const size = grids.reduce((sum, grid) => sum + grid.size, 0)
  if (size > MOST_CELLS && level > 0) return keysIn(boxes, level - 1)
  return [...new Set(grids.flatMap((grid) => grid.keys()))]
}

function readPiles({ cells }: Surveyed, scope: Scope, keys: string[], matches: Matcher): Promise<Pile[]> {
  return cells.read(scope, keys, (cell) => pileOfCell(cell, matches) ?? [])
}

/** Parts piles that lie in an area from those that lie across its edge; those outside fall away. */
function sort(piles: Pile[], boxes: Box[]): Survey {
  const sorted: Survey = { inside: [], across: [] }
  for (const pile of piles) {
    if (boxes.some((box) => holds(box, pile))) sorted.inside.push(pile)
    else if (boxes.some((box) => touches(box, pile))) sorted.across.push(pile)
  }
  return sorted
}

function holds(box: Box, { west, south, east, north }: Box): boolean {
  return west >= box.west && east <= box.east && south >= box.south && north <= box.north
}

function touches(box: Box, { west, south, east, north }: Box): boolean {
  return west <= box.east && east >= box.west && south <= box.north && north >= box.south
}

/** Opens the piles across the edge cell by cell, down to the listings, as long as there are few. */
async function openEdge(stores: Surveyed, looking: Looking, edge: Pile[]): Promise<Survey> {
  const { area, scope, matches } = looking
  const inside: Pile[] = []
  let across = edge
  for (let opened = 0; across.length > 0 && opened + 4 * across.length <= MOST_OPENED; ) {
    const leaves = across.filter(({ key }) => key.length === LEAF_LEVEL)
    const split = sort(await splitLeaves(stores, looking, leaves), area.boxes)
    const below = across.filter(({ key }) => key.length < LEAF_LEVEL).flatMap(({ key }) => childrenOf(key))
    const sorted = sort(await readPiles(stores, scope, below, matches), area.boxes)
    inside.push(...split.inside, ...sorted.inside)
    across = [...split.across, ...sorted.across]
    if (below.length === 0) break
    opened += below.length
  }
  return { inside, across }
}

/** Parts piles of the finest cells into their spots, while that takes few listings. */
async function splitLeaves(stores: Surveyed, { area, scope, matches }: Looking, piles: Pile[]): Promise<Pile[]> {
  const wide = piles.filter((pile) => pile.key.length === LEAF_LEVEL && !isPoint(pile))
  if (atMost(wide) > MOST_COUNTED) return piles
  const where = (cell: string) => ({ cell, ...(scope !== EVERYTHING && { spot: spotsOfCity(scope) }) })
  const split = await Promise.all(wide.map(({ key }) => pilesOfSpots(stores, where(key), area, matches)))
  return [...piles.filter((pile) => !wide.includes(pile)), ...split.flat()]
}

/** A locality is small enough to be counted spot by spot. */
async function surveyLocality(stores: Surveyed, area: Area, matches: Matcher): Promise<Pile[]> {
  const { cityKey, localityKey } = area
  const where = { ...(localityKey && { localityKey }), ...(cityKey && { spot: spotsOfCity(cityKey) }) }
  return await pilesOfSpots(stores, where, area, matches)
}

async function pilesOfSpots(
  { listings }: Surveyed,
  where: Filter<ListingDoc>,
  { boxes }: Area,
  matches: Matcher,
): Promise<Pile[]> {
  const spots = await listings.aggregate(spotsWhere(where)).toArray()
  return spots.flatMap(({ _id, count }) => {
    const spot = readSpot(_id)
    return boxes.some((box) => isInside(box, spot)) ? (pileOfSpot(spot, count, matches) ?? []) : []
  })
}
