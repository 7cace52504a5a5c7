import type { Filter } from '@aangan/service-kit/store/store'
import type { ListingDoc } from '../listing.ts'
import type { Box } from '../map/box.ts'
import type { Search } from '../rules.ts'
import { cellFilter, roomsFilter, stretchOf, walkFilter } from './filters.ts'
import { isMatch, type Late } from './late.ts'
import type { Plan } from './offers.ts'
import { comparator, isBehind, ORDER, restOf } from './order.ts'
import { planOf } from './plan.ts'
import type { Searched } from './stores.ts'

/**
 * The page that a search asks for, and one listing more where there are more: by a walk in order that leaves out what
 * does not match, or by looking up the few that do, whichever goes through less.
 */
export async function pageOf(stores: Searched, search: Search, late: Late): Promise<ListingDoc[]> {
  const planIn = (box: Box | null) => (late === null ? WALK : planOf(stores.cells, search, box))
  const areas = search.boxes ?? [null]
  const pages = await Promise.all(areas.map(async (box) => pageIn(stores, search, { box, plan: await planIn(box) })))
  const added = (late ?? []).filter((listing) => isMatch(listing, search)).filter(isBehind(search))
  // What is late may be found by a walk, too.
  const found = new Map([...pages.flat(), ...added].map((listing) => [listing._id, listing]))
  return firstOf([...found.values()], search)
}

/** Asks nobody what is there. */
const WALK: Plan = { way: 'walk', stretch: null }

async function pageIn(
  stores: Searched,
  search: Search,
  { box, plan }: { box: Box | null; plan: Plan | null },
): Promise<ListingDoc[]> {
  if (plan === null) return []
  const { direction } = ORDER[search.sort]
  const { same } = restOf(search, 'priceCheck')
  const onWay = walkFilter(search, plan.way === 'walk' ? plan.stretch : stretchOf(box), box)
  const limit = search.limit + 1
  const options = { sort: { _id: direction }, limit }
  const tied = same ? await stores.listings.find({ ...onWay, ...same }, options).toArray() : []
  if (tied.length === limit) return tied
  const found = tied
  for (const round of roundsOf(plan, search, box)) {
    const read = await Promise.all(round.map((filter) => readSome(stores, search, filter)))
    found.push(...read.flat())
    if (found.length >= limit) break
  }
  return firstOf(found, search)
}

/** What lies beyond the position, in rounds that follow each other; what is in one of them has no listing in common. */
function roundsOf(plan: Plan, search: Search, box: Box | null): Filter<ListingDoc>[][] {
  const { beyond } = restOf(search, plan.way === 'walk' ? 'priceCheck' : 'price')
  if (plan.way === 'walk') return [[{ ...walkFilter(search, plan.stretch, box), ...beyond }]]
  if (plan.way === 'rooms') return [[{ ...roomsFilter(search, box), ...beyond }]]
  return plan.rounds.map((cells) => cells.map((cell) => ({ ...cellFilter(search, cell, box), ...beyond })))
}

function readSome({ listings }: Searched, search: Search, filter: Filter<ListingDoc>): Promise<ListingDoc[]> {
  const { field, direction } = ORDER[search.sort]
  return listings.find(filter, { sort: { [field]: direction, _id: direction }, limit: search.limit + 1 }).toArray()
}

function firstOf(found: ListingDoc[], search: Search): ListingDoc[] {
  return found.sort(comparator(search)).slice(0, search.limit + 1)
}
