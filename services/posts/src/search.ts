import type { Collection, Condition, Filter, FindOptions } from '@aangan/service-kit/store/store'
import type { Filters } from './filters.ts'
import { type Branch, branchesOf } from './indexes.ts'
import type { ListingDoc } from './listing.ts'
import type { Search } from './rules.ts'

type Listings = Collection<ListingDoc>

/** The total order of each sort: by a field, then by id, both in one direction. */
const ORDER = {
  newest: { field: 'createdAt', direction: -1 },
  price_asc: { field: 'price', direction: 1 },
  price_desc: { field: 'price', direction: -1 },
} as const

/** Up to so many matches, reading and sorting them all costs less than a walk until enough of them have turned up. */
const FEW = 200

/** Counts what matches, and stops at `limit`. */
export async function countUpTo(listings: Listings, filters: Filters, limit: number): Promise<number> {
  let total = 0
  for (const branch of narrowed(branchesOf(filters, isRanged(filters) ? 'price' : 'createdAt'), filters)) {
    if (total >= limit) break
    total += await listings.countDocuments(lookUp(branch, filters), { limit: limit - total })
  }
  return total
}

/** The page that a search asks for, and one listing more where there are more. */
export async function pageOf(listings: Listings, search: Search): Promise<ListingDoc[]> {
  const branches = narrowed(branchesOf(search, ORDER[search.sort].field), search)
  const pages = await Promise.all(branches.map((branch) => pageOfBranch(listings, branch, search)))
  return pages
    .flat()
    .sort(comparator(search))
    .slice(0, search.limit + 1)
}

/** The branches within the locality and the areas that are asked for. No two areas overlap: each listing is met once. */
function narrowed(branches: Branch[], { boxes, localityKey }: Filters): Branch[] {
  const part = localityKey === null ? {} : { localityKey }
  if (boxes === null) return branches.map((branch) => ({ ...branch, ...part }))
  const areas = boxes.map(({ west, south, east, north }) => ({
    lat: { $lte: north, $gte: south },
    lng: { $lte: east, $gte: west },
  }))
  return branches.flatMap((branch) => areas.map((area) => ({ ...branch, ...part, ...area })))
}

async function pageOfBranch(listings: Listings, branch: Branch, search: Search): Promise<ListingDoc[]> {
  const leavesOut = search.bedroom !== null || (search.sort === 'newest' && isRanged(search))
  if (!leavesOut) return await walk(listings, branch, search)
  const filter = lookUp(branch, search)
  const count = await listings.countDocuments(filter, { limit: FEW + 1 })
  if (count === 0) return []
  if (count > FEW) return await walk(listings, branch, search)
  return (await read(listings, filter)).filter(isBehind(search))
}

/** All that match: by the index of bedrooms where their number is asked for, else by a range of prices. */
function lookUp(branch: Branch, { bedroom, minPrice, maxPrice }: Filters): Filter<ListingDoc> {
  const range = within(minPrice, maxPrice)
  if (bedroom === null) return { ...branch, ...(range && { price: range }) }
  return { ...branch, bedroom, ...(range && { priceCheck: range }) }
}

/** The page within one branch. No single range of an index lies behind a position in (value, id), but two do. */
async function walk(listings: Listings, branch: Branch, search: Search): Promise<ListingDoc[]> {
  const { field, direction } = ORDER[search.sort]
  const { same, beyond } = search.sort === 'newest' ? byDate(search) : byPrice(search)
  const checked = { ...branch, ...(search.bedroom !== null && { bedroomCheck: search.bedroom }) }
  const limit = search.limit + 1
  const first = same ? await read(listings, { ...checked, ...same }, { sort: { _id: direction }, limit }) : []
  if (first.length === limit) return first
  const options = { sort: { [field]: direction, _id: direction }, limit: limit - first.length }
  return [...first, ...(await read(listings, { ...checked, ...beyond }, options))]
}

/** What is left of a branch: the listings with the position's own value, if it can have any, and those beyond. */
interface Rest {
  same: Filter<ListingDoc> | null
  beyond: Filter<ListingDoc>
}

function byDate({ after, minPrice, maxPrice }: Search): Rest {
  const range = within(minPrice, maxPrice)
  const checked = range ? { priceCheck: range } : {}
  if (after === null) return { same: null, beyond: checked }
  const createdAt = String(after.value)
  return {
    same: { ...checked, createdAt, _id: { $lt: after.id } },
    beyond: { ...checked, createdAt: { $lt: createdAt } },
  }
}

function byPrice({ sort, after, minPrice, maxPrice }: Search): Rest {
  const whole = within(minPrice, maxPrice)
  if (after === null) return { same: null, beyond: whole ? { price: whole } : {} }
  const price = Number(after.value)
  const rising = sort === 'price_asc'
  // A cursor made under other prices may point outside this range, which then holds all that is left, or nothing.
  const min = rising ? Math.max(price + 1, minPrice ?? 0) : minPrice
  const max = rising ? maxPrice : Math.min(price - 1, maxPrice ?? price)
  const isInside = price >= (minPrice ?? price) && price <= (maxPrice ?? price)
  return {
    same: isInside ? { price, _id: rising ? { $gt: after.id } : { $lt: after.id } } : null,
    beyond: { price: within(min, max) ?? {} },
  }
}

function isRanged({ minPrice, maxPrice }: Filters): boolean {
  return minPrice !== null || maxPrice !== null
}

/** A range, or null where neither bound is set. The upper one stands first: SQLite walks to the first it is given. */
function within(min: number | null, max: number | null): Condition<number> | null {
  if (min === null && max === null) return null
  return { ...(max !== null && { $lte: max }), ...(min !== null && { $gte: min }) }
}

type Place = Pick<ListingDoc, '_id' | 'createdAt' | 'price'>

function comparator({ sort }: Search): (a: Place, b: Place) => number {
  const { field, direction } = ORDER[sort]
  return (a, b) => {
    if (a[field] !== b[field]) return a[field] < b[field] ? -direction : direction
    if (a._id === b._id) return 0
    return a._id < b._id ? -direction : direction
  }
}

function isBehind(search: Search): (listing: ListingDoc) => boolean {
  const { after } = search
  if (after === null) return () => true
  const position = { _id: after.id, createdAt: String(after.value), price: Number(after.value) }
  const compare = comparator(search)
  return (listing) => compare(position, listing) < 0
}

function read(listings: Listings, filter: Filter<ListingDoc>, options?: FindOptions): Promise<ListingDoc[]> {
  return listings.find(filter, options).toArray()
}
