import { gridOf, LEAF_LEVEL } from '../map/quadkey.ts'
import type { Search } from '../rules.ts'
import { NEAR_LEVEL, WALK_LEVEL } from '../search-fields.ts'
import { EVERYTHING } from '../tallies/cell-store.ts'
import { type Covering, coverAt, type Looking, openCover } from './cover.ts'
import { isCheap, lookUpOffer, type Offer, offersOf, walkOffer } from './offers.ts'

/** The sizes of cells by which an area is looked at. */
const LEVELS = [0, 2, 5, 8, WALK_LEVEL, NEAR_LEVEL, LEAF_LEVEL]
/** A first look takes so many cells at most, and a later one so many: each has to be read. */
const FIRST_LOOK = 32
const LATER_LOOK = 200

/** An area as it was looked at last, and what it is found by. */
interface Look {
  cover: Covering[]
  offers: Offer[]
}

/** How to find a page in an area, none where it holds nothing: it is looked at more closely until something is cheap. */
export async function offersInArea(looking: Looking, search: Search): Promise<Offer[]> {
  const sizes = LEVELS.map((level) => ({ level, size: gridOf(looking.box, level).size }))
  const level = sizes.findLast(({ size }) => size <= FIRST_LOOK)?.level ?? 0
  const cover = await coverAt(looking, level, null)
  if (cover.length === 0) return []
  const first = { cover, offers: offersOf(search, level, cover) }
  if (isCheap(first.offers)) return first.offers
  const others = sizes.filter((one) => one.level !== level && one.size <= LATER_LOOK).map((one) => one.level)
  const { offers, cover: last } =
    search.sort === 'newest'
      ? await lookByLevel(looking, search, { ...first, levels: others.filter(isOfUse(level)) })
      : await lookAtEdge(looking, search, first)
  return isCheap(offers) ? offers : [...offers, ...(await walkEverywhere(looking, search, last))]
}

/** Smaller cells than those, and of larger ones those that walks go through. */
function isOfUse(than: number): (level: number) => boolean {
  return (level) => level > than || level === NEAR_LEVEL
}

/** By cells of one size after the other, since walks go through cells of one size. */
async function lookByLevel(looking: Looking, search: Search, first: Look & { levels: number[] }): Promise<Look> {
  const look: Look = { cover: first.cover, offers: [...first.offers] }
  for (const level of first.levels) {
    if (isCheap(look.offers)) break
    look.cover = await coverAt(looking, level, look.cover)
    look.offers.push(...offersOf(search, level, look.cover))
  }
  return look
}

/** By smaller and smaller cells across the edge: of those inside it is certain what is next in the order of prices. */
async function lookAtEdge(looking: Looking, search: Search, first: Look): Promise<Look> {
  const look: Look = { cover: first.cover, offers: [...first.offers] }
  for (;;) {
    const across = look.cover.filter(({ share, key }) => share < 1 && key.length < LEAF_LEVEL)
    if (across.length === 0 || across.length * 4 > LATER_LOOK || isCheap(look.offers)) return look
    look.cover = [...look.cover.filter((known) => !across.includes(known)), ...(await openCover(looking, across))]
    look.offers.push(lookUpOffer(search, look.cover))
  }
}

/** Through all that is newest or cheapest, in the city or anywhere: for areas that hold most of it. */
async function walkEverywhere({ cells, scale, cityKey }: Looking, search: Search, cover: Covering[]): Promise<Offer[]> {
  const root = await cells.whole(cityKey ?? EVERYTHING)
  return root === null ? [] : [walkOffer(search, null, { way: [scale(root)], cover })]
}
