import { cityKey } from '@aangan/contracts/cities'
import type { PostsQuery } from '@aangan/contracts/posts'
import type { ListingDoc } from '../listing.ts'

/** What `GET /posts` must find, in order, said as plainly as it can be: no index, no page, no store. */
export function reference(listings: ListingDoc[], query: PostsQuery): ListingDoc[] {
  const found = listings.filter(
    (one) =>
      (!query.type || one.type === query.type) &&
      (!query.property || one.property === query.property) &&
      (!query.city || liesIn(query.city, one)) &&
      (!query.bedroom || one.bedroom === Number(query.bedroom)) &&
      (!query.minPrice || one.price >= Number(query.minPrice)) &&
      (!query.maxPrice || one.price <= Number(query.maxPrice)) &&
      (!query.bbox || isIn(query.bbox, one)),
  )
  const rising = found.sort((a, b) => {
    const byPrice = query.sort === 'price_asc' || query.sort === 'price_desc'
    const difference = byPrice ? a.price - b.price : Date.parse(a.createdAt) - Date.parse(b.createdAt)
    return difference || (a._id < b._id ? -1 : 1)
  })
  return query.sort === 'price_asc' ? rising : rising.reverse()
}

function isIn(bbox: string, { lat, lng }: ListingDoc): boolean {
  const [west = 0, south = 0, east = 0, north = 0] = bbox.split(',').map(Number)
  const isBetween = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
  return isBetween && lat >= south && lat <= north
}

/** 'Pune', 'Gandhi Nagar, Pune', or a locality alone, which is no city. */
function liesIn(place: string, { address, cityKey: city }: ListingDoc): boolean {
  const [first = '', second] = place.split(', ')
  const isLocality = address.toLowerCase().startsWith(`${first.toLowerCase()},`)
  if (second !== undefined) return isLocality && city === cityKey(second)
  return isLocality || city === cityKey(first)
}
