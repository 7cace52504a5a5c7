import type { Position } from '@aangan/service-kit/paging'
import type { Collection, Condition, Filter, FindOptions } from '@aangan/service-kit/store/store'
import { branchesOf } from './indexes.ts'
import type { ListingDoc } from './listing.ts'
import type { Filters, Search } from './rules.ts'

type Listings = Collection<ListingDoc>

/** The total order of each sort: by a field, then by id, both in one direction. */
const ORDER = {
  newest: { field: 'createdAt', direction: -1 },
  price_asc: { field: 'price', direction: 1 },
  price_desc: { field: 'price', direction: -1 },
} as const

/** Up to so many matches, reading them all by price costs less than walking the dates until enough have turned up. */
const FEW = 1_000

/** Counts what matches, and stops at `limit`. */
export async function countUpTo(listings: Listings, filters: Filters, limit: number): Promise<number> {
  const price = within(filters.minPrice, filters.maxPrice)
  let total = 0
  for (const branch of branchesOf(filters, price ? 'price' : 'createdAt')) {
    if (total >= limit) break
    total += await listings.countDocuments({ ...branch, ...(price && { price }) }, { limit: limit - total })
  }
  return total
}

/** The page that a search asks for, and one listing more where there are more. */
export async function pageOf(listings: Listings, search: Search): Promise<ListingDoc[]> {
  const { sort, minPrice, maxPrice } = search
  const ranged = minPrice !== null || maxPrice !== null
  if (ranged && sort === 'newest' && (await countUpTo(listings, search, FEW + 1)) <= FEW) {
    return await newestOfFew(listings, search)
  }
  const branches = branchesOf(search, ORDER[sort].field)
  return merge(await Promise.all(branches.map((branch) => walk(listings, branch, search))), search)
}

/** The page within one branch. No single range of an index lies behind a position in (value, id), but two do. */
async function walk(listings: Listings, branch: Filter<ListingDoc>, search: Search): Promise<ListingDoc[]> {
  const { field, direction } = ORDER[search.sort]
  const rest = search.sort === 'newest' ? byDate(search) : byPrice(search)
  const wanted = search.limit + 1
  const same =
    rest.same === null
      ? []
      : await read(listings, { ...branch, ...rest.same }, { sort: { _id: direction }, limit: wanted })
  if (same.length === wanted) return same
  const options = { sort: { [field]: direction, _id: direction }, limit: wanted - same.length }
  return [...same, ...(await read(listings, { ...branch, ...rest.beyond }, options))]
}

/** What is left of a branch: the listings with the position's own value, if it has any, and those beyond. */
interface Rest {
  same: Filter<ListingDoc> | null
  beyond: Filter<ListingDoc>
}

function byDate({ after, minPrice, maxPrice }: Search): Rest {
  const priceCheck = within(minPrice, maxPrice)
  const priced = priceCheck ? { priceCheck } : {}
  if (after === null) return { same: null, beyond: priced }
  const createdAt = String(after.value)
  return {
    same: { ...priced, createdAt, _id: { $lt: after.id } },
    beyond: { ...priced, createdAt: { $lt: createdAt } },
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
  const isWithin = price >= (minPrice ?? price) && price <= (maxPrice ?? price)
  return {
    same: isWithin ? { price, _id: rising ? { $gt: after.id } : { $lt: after.id } } : null,
    beyond: { price: within(min, max) ?? {} },
  }
}

/** A range, or null where neither bound is set. The upper one stands first: SQLite walks to the first it is given. */
function within(min: number | null, max: number | null): Condition<number> | null {
  if (min === null && max === null) return null
  return { ...(max !== null && { $lte: max }), ...(min !== null && { $gte: min }) }
}

/** All that match, known to be few, read by price and then put in the order of their dates. */
async function newestOfFew(listings: Listings, search: Search): Promise<ListingDoc[]> {
  const price = within(search.minPrice, search.maxPrice) ?? {}
  const options: FindOptions = { sort: { price: 1, _id: 1 }, projection: { createdAt: 1 } }
  const branches = branchesOf(search, 'price')
  const keys = await Promise.all(branches.map((branch) => read(listings, { ...branch, price }, options)))
  const behind = keys.flat().filter((key) => isBehind(key, search.after))
  const ids = merge([behind], search).map(({ _id }) => _id)
  return merge([await read(listings, { _id: { $in: ids } })], search)
}

function isBehind({ createdAt, _id }: ListingDoc, after: Position | null): boolean {
  return after === null || createdAt < after.value || (createdAt === after.value && _id < after.id)
}

function merge(pages: ListingDoc[][], { sort, limit }: Search): ListingDoc[] {
  const { field, direction } = ORDER[sort]
  const compare = (a: ListingDoc, b: ListingDoc) => {
    if (a[field] === b[field]) return a._id < b._id ? -direction : direction
    return a[field] < b[field] ? -direction : direction
  }
  return pages
    .flat()
    .sort(compare)
    .slice(0, limit + 1)
}

function read(listings: Listings, filter: Filter<ListingDoc>, options?: FindOptions): Promise<ListingDoc[]> {
  return listings.find(filter, options).toArray()
}
