import { FILTER_NAMES, type FilterName } from '@aangan/contracts/post-filters'
import type { PostsQuery } from '@aangan/contracts/posts'
import type { ListingDoc } from '../listing.ts'
import { pointOf } from '../search/point.ts'

const MAYBE = 0.35

/** Queries around live listings: any number of filters, areas from a street to a country, any page size. */
export function randomQueries(listings: ListingDoc[], count: number, random: () => number): PostsQuery[] {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const live = listings.filter(({ status }) => status === 'live')
  return Array.from({ length: count }, () => {
    const one = pick(live)
    // 0 would be no bound.
    const price = Math.max(100_000, Math.round(one.price / 50_000) * 50_000)
    const values: Record<FilterName, string> = {
      city: pick([one.city, one.city, one.address]),
      within: pick(['3', '10', '25']),
      type: one.type,
      property: one.property,
      bedroom: pick([`${one.bedroom}`, `${one.bedroom}`, `0,${one.bedroom}`, `1,${one.bedroom}+`]),
      furnishing: pick([one.furnishing ?? 'furnished', 'furnished,unfurnished']),
      minSize: String(Math.max(1, (one.size ?? 900) - pick([0, 400]))),
      days: pick(['90', '200', '365']),
      minPrice: String(price - pick([0, 5_000, 50_000])),
      maxPrice: String(price + pick([0, 3_000, 50_000, 200_000])),
    }
    const filters = FILTER_NAMES.filter(() => random() < MAYBE).map((name) => [name, values[name]])
    return {
      ...Object.fromEntries(filters),
      ...(random() < 2 * MAYBE ? { bbox: boxAround(one, 10 ** (4 * random() - 3), random) } : {}),
      sort: pick(['newest', 'price_asc', 'price_desc']),
      limit: pick(['1', '7', '60', '60', '500']),
    }
  })
}

/** @param size in degrees */
function boxAround(listing: ListingDoc, size: number, random: () => number): string {
  const { lat, lng } = pointOf(listing)
  const west = lng - size * random()
  const south = Math.max(-90, lat - size * random())
  const box = [wrapped(west), south, wrapped(west + size), Math.min(90, south + size)]
  return box.map((degrees) => degrees.toFixed(6)).join(',')
}

function wrapped(longitude: number): number {
  if (longitude < -180) return longitude + 360
  return longitude > 180 ? longitude - 360 : longitude
}
