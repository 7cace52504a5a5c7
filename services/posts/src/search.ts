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

/**
 * Up to so many matches of a price range, reading them all by price and sorting them by date costs less than walking
 * the dates until enough of them have turned up.
 */
const FEW = 1_000

/** Counts what matches, and stops at `limit`. */
export async function countUpTo(listings: Listings, filters: Filters, limit: number): Promise<number> {
  let total = 0
  for (const branch of branchesOf(filters)) {
    if (total >= limit) break
    total += await listings.countDocuments({ ...branch, ...priceRange(filters) }, { limit: limit - total })
  }
  return total
}

/** The page that a search asks for, and one listing more where there are more. */
export async function pageOf(listings: Listings, search: Search): Promise<ListingDoc[]> {
  const ranged = search.minPrice !== null || search.maxPrice !== null
  if (ranged && search.sort === 'newest' && (await countUpTo(listings, search, FEW + 1)) <= FEW) {
    return await newestOfFew(listings, search)
  }
  const pages = await Promise.all(branchesOf(search).map((branch) => walk(listings, branch, search)))
  return merge(pages, search)
}

/**
 * The page within one branch. A position has no single range behind it in (value, id), so it takes two: the rest of
 * those with the same value, then those beyond. Both walk the index in order.
 */
async function walk(listings: Listings, branch: Filter<ListingDoc>, search: Search): Promise<ListingDoc[]> {
  const { field, direction } = ORDER[search.sort]
  const options = { sort: { [field]: direction, _id: direction } }
  const range = priceRange(search)
  const wanted = search.limit + 1
  if (search.after === null) return await read(listings, { ...branch, ...range }, { ...options, limit: wanted })
  const { value, id } = search.after
  const behind = direction === 1 ? '$gt' : '$lt'
  const within = (condition: Condition): Filter<ListingDoc> => ({
    ...branch,
    ...range,
    // A cursor made under other prices may point outside the range, so the range holds beside it.
    [field]: field === 'price' ? { ...range.price, ...condition } : condition,
  })
  const equals = { ...within({ $eq: value }), _id: { [behind]: id } }
  const same = await read(listings, equals, { ...options, limit: wanted })
  if (same.length === wanted) return same
  const beyond = await read(listings, within({ [behind]: value }), { ...options, limit: wanted - same.length })
  return [...same, ...beyond]
}

async function newestOfFew(listings: Listings, search: Search): Promise<ListingDoc[]> {
  const sort = { price: 1, _id: 1 } as const
  const projection = { createdAt: 1 } as const
  const range = priceRange(search)
  const keys = await Promise.all(
    branchesOf(search).map((branch) => read(listings, { ...branch, ...range }, { sort, projection })),
  )
  const ids = merge(
    keys.map((some) => some.filter((one) => isBehind(one, search.after))),
    search,
  ).map(({ _id }) => _id)
  return merge([await read(listings, { _id: { $in: ids } })], search)
}

function isBehind({ createdAt, _id }: ListingDoc, after: Position | null): boolean {
  if (after === null) return true
  return createdAt < after.value || (createdAt === after.value && _id < after.id)
}

function priceRange({ minPrice, maxPrice }: Filters): { price?: Condition<number> } {
  if (minPrice === null && maxPrice === null) return {}
  return {
    price: { ...(minPrice === null ? {} : { $gte: minPrice }), ...(maxPrice === null ? {} : { $lte: maxPrice }) },
  }
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
