import type { Filter } from '@aangan/service-kit/store/store'
import type { ListingDoc } from '../listing.ts'
import type { Box } from '../map/box.ts'
import type { Search } from '../rules.ts'
import { cellFilter, roomsFilter, stretchOf, walkFilter } from './filters.ts'
import type { Plan } from './offers.ts'
import { comparator, ORDER, restOf } from './order.ts'
import { planOf } from './plan.ts'
import type { Searched } from './stores.ts'

/**
 * The page that a search asks for, and one listing more where there are more: by a walk in order that leaves out what
 * does not match, or by looking up the few that do, whichever goes through less.
 */
export async function pageOf(stores: Searched, search: Search): Promise<ListingDoc[]> {
  // No two areas overlap, so each listing is met once.
  const pages = await Promise.all((search.boxes ?? [null]).map((box) => pageIn(stores, search, box)))
  return firstOf(pages.flat(), search)
}

async function pageIn(stores: Searched, search: Search, box: Box | null): Promise<ListingDoc[]> {
  const settling = await stores.settling()
  // What is not counted yet is found all the same, by a walk that asks nobody what is there.
  const stretch = settling === 'rebuilding' ? null : stretchOf(box)
  const plan: Plan | null = settling === 'settled' ? await planOf(stores.cells, search, box) : { way: 'walk', stretch }
  if (plan === null) return []
  const { direction } = ORDER[search.sort]
  const { same } = restOf(search, 'priceCheck')
  const onWay = walkFilter(search, plan.way === 'walk' ? plan.stretch : stretch, box)
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
