import { POST_TYPES, PROPERTIES } from '@aangan/contracts/post-constants'
import type { Search } from '../rules.ts'
import { NEAR_LEVEL, WALK_LEVEL } from '../search-fields.ts'
import type { Tally } from '../tallies/tally.ts'
import type { Covering } from './cover.ts'
import type { Stretch } from './filters.ts'
import { lookUpRounds, walkCost } from './stages.ts'
import { stageOf, type Weight } from './weight.ts'

/**
 * How to find a page: by a walk, or by looking up what matches, in a city or by what cells count it as. The rounds of the
 * last follow each other in the order of the search.
 */
export type Plan =
  | { way: 'walk'; stretch: Stretch }
  | { way: 'rooms' }
  | { way: 'cells'; rounds: { key: string; tallies: Tally[] }[][] }

/** A plan, and about how many entries of an index it goes through. */
export interface Offer {
  plan: () => Plan
  cost: number
}

/** Cheaper than this, nothing is worth another look. */
const CHEAP = 400
/** More stretches of an index than this are not merged into one walk. */
const MOST_STRETCHES = 200

export function isCheap(offers: Offer[]): boolean {
  return offers.some(({ cost }) => cost < CHEAP)
}

/** By a cover of cells of one size: a look-up, and a walk where an index goes by cells of that size and they are few. */
export function offersOf(search: Search, level: number, cover: Covering[]): Offer[] {
  const lookUp = lookUpOffer(search, cover)
  const stretch = stretchAt(level, cover)
  if (stretch === null || cover.length * countKinds(search) > MOST_STRETCHES) return [lookUp]
  return [lookUp, walkOffer(search, stretch, { way: cover, cover })]
}

function stretchAt(level: number, cover: Covering[]): Stretch {
  const $in = cover.map(({ key }) => key)
  if (level === WALK_LEVEL) return { walkCell: { $in } }
  return level === NEAR_LEVEL ? { nearCell: { $in } } : null
}

/** @param ahead what lies on the way of the walk, and the cells that hold what is asked for */
export function walkOffer(
  search: Search,
  stretch: Stretch,
  { way, cover }: { way: Weight[]; cover: Covering[] },
): Offer {
  const stretches = (stretch === null ? 1 : cover.length) * countKinds(search)
  return { plan: () => ({ way: 'walk', stretch }), cost: stretches + walkCost(search, way, cover) }
}

export function lookUpOffer(search: Search, cover: Covering[]): Offer {
  const { rounds, cost } = lookUpRounds(search, cover)
  return { plan: () => ({ way: 'cells', rounds: cellsOf(search, cover, rounds) }), cost }
}

/** What each round looks up in each cell. */
function cellsOf({ sort }: Search, cover: Covering[], rounds: Set<number>[]): { key: string; tallies: Tally[] }[][] {
  const known = cover.map(({ key, tallies }) => ({ key, tallies: tallies() }))
  return rounds.map((stages) =>
    known
      .map(({ key, tallies }) => ({ key, tallies: tallies.filter((tally) => stages.has(stageOf(tally, sort))) }))
      .filter(({ tallies }) => tallies.length > 0),
  )
}

/** A walk merges a stretch of its index for each kind of listing that the search leaves open. */
export function countKinds({ type, property }: Search): number {
  return (type === null ? POST_TYPES.length : 1) * (property === null ? PROPERTIES.length : 1)
}
