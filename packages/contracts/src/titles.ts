import type { Format } from './format.ts'
import type { PostType, Property } from './post-constants.ts'
import type { Post } from './posts.ts'

/** Singular and plural; `any` is for no particular kind. */
const HOMES = {
  apartment: ['apartment', 'apartments'],
  house: ['house', 'houses'],
  condo: ['condo', 'condos'],
  land: ['plot of land', 'plots of land'],
  any: ['home', 'homes'],
} as const satisfies Record<Property | 'any', readonly [one: string, many: string]>

export interface NamedSearch {
  type: PostType | null
  property: Property | null
  /** The name to display; null for the whole country. */
  place: string | null
  /** Kilometres around the place; absent or null for the place alone. */
  within?: number | null
}

/** 'Apartments to rent in Pune', 'Homes to buy or rent'. */
export function searchTitle(search: NamedSearch, count = 2): string {
  const [first = '', ...rest] = searchPhrase(search, count)
  return first.toUpperCase() + rest.join('')
}

/** For use within a sentence: 'apartments to rent in Pune', or 'apartment to rent in Pune' for a `count` of 1. */
export function searchPhrase({ type, property, place, within }: NamedSearch, count = 2): string {
  const homes = HOMES[property ?? 'any'][count === 1 ? 0 : 1]
  const offer = { buy: 'for sale', rent: 'to rent', any: 'to buy or rent' }[type ?? 'any']
  return `${homes} ${offer}${place === null ? '' : wherePhrase(place, within)}`
}

/** ' in Kothrud', ' within 5 km of Kothrud'. */
export function wherePhrase(place: string, within: number | null = null): string {
  return within === null ? ` in ${place}` : ` within ${within} km of ${place}`
}

/** '₹45 Lac', or '₹25,000 a month' since rents are monthly. */
export function priceInWords({ price, type }: Pick<Post, 'price' | 'type'>, format: Format): string {
  return `${format.price(price)}${type === 'rent' ? ' a month' : ''}`
}

/** 'Apartment for sale', 'Plot of land to rent'. */
export function kindInWords({ property, type }: Pick<Post, 'property' | 'type'>): string {
  return searchTitle({ type, property, place: null }, 1)
}

/** 'Sold', 'Rented' or 'Unpublished'; null for a live listing. */
export function statusInWords({ status, type }: Pick<Post, 'status' | 'type'>): string | null {
  if (status === 'live') return null
  if (status === 'unpublished') return 'Unpublished'
  return type === 'rent' ? 'Rented' : 'Sold'
}

type Rooms = Pick<Post, 'property' | 'bedroom' | 'bathroom' | 'size'>

/** The known rooms and size: ['2 bedrooms', '1 bathroom', '1,100 sqft']. */
export function roomsInWords({ property, bedroom, bathroom, size }: Rooms, format: Format): string[] {
  const rooms = property === 'land' ? [] : [...counted(bedroom, 'bedroom'), ...counted(bathroom, 'bathroom')]
  return size === null ? rooms : [...rooms, format.size(size)]
}

function counted(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`]
}

/** The address, followed by the city unless the address contains it. */
export function placeInWords({ address, city }: Pick<Post, 'address' | 'city'>): string {
  return address.toLowerCase().includes(city.toLowerCase()) ? address : `${address}, ${city}`
}

/** A listing's title to display: '2 BHK' stays on one line. */
export function unbrokenTitle(title: string): string {
  return title.replace(/(\d)\s+(?=BHK\b)/gi, '$1\u00a0')
}

type TitledPost = Pick<Post, 'title' | 'city' | 'price' | 'type'>

/** For browser tabs and shared links: title, place and price. */
export function listingTitle(post: TitledPost, format: Format): string {
  const named = post.title.toLowerCase().includes(post.city.toLowerCase())
  return `${post.title}${named ? '' : `, ${post.city}`} · ${priceInWords(post, format)}`
}
