import type { Box } from '../map/box.ts'
import type { Search } from '../rules.ts'
import { type Cells, EVERYTHING } from '../tallies/cell-store.ts'
import { offersInArea } from './area.ts'
import { countKinds, lookUpOffer, type Offer, type Plan, walkOffer } from './offers.ts'
import { matchesOf, scaleFor } from './weight.ts'

/** Decides how to find a page by what the tallies say is there; null where nothing is. */
export async function planOf(cells: Cells, search: Search, box: Box | null): Promise<Plan | null> {
  // No tallies tell of a locality, and it is small.
  if (search.localityKey !== null) return { way: 'walk', stretch: null }
  const { cityKey } = search
  const offers =
    box === null
      ? await offersEverywhere(cells, search)
      : await offersInArea({ cells, scale: scaleFor(search), cityKey, box }, search)
  const [best] = offers.sort((a, b) => a.cost - b.cost)
  return best?.plan() ?? null
}

/** In the whole of a city, or of everything. */
async function offersEverywhere(cells: Cells, search: Search): Promise<Offer[]> {
  const root = await cells.whole(search.cityKey ?? EVERYTHING)
  const weight = root && scaleFor(search)(root)
  if (weight === null || matchesOf(weight) === 0) return []
  const cover = [{ key: '', share: 1, ...weight }]
  const walk = walkOffer(search, null, { way: [weight], cover })
  if (search.cityKey === null) return [walk, lookUpOffer(search, cover)]
  const isInOrder = search.bedroom !== null && search.sort !== 'newest'
  const cost = isInOrder ? countKinds(search) + search.limit : matchesOf(weight)
  return [walk, { plan: () => ({ way: 'rooms' }), cost }]
}
