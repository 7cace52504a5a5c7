import type { Format } from './format.ts'
import type { PostType, Property } from './post-constants.ts'
import type { Post } from './posts.ts'

/** Homes of a kind, by number: `HOMES.apartment[1]` is 'apartments'; the last row is for no kind in particular. */
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
  /** As it is to be shown; null for the whole country. */
  place: string | null
}

/** What a search looks for, in words: 'Apartments to rent in Pune', 'Homes to buy or rent'. */
export function searchTitle(search: NamedSearch, count = 2): string {
  const [first = '', ...rest] = searchPhrase(search, count)
  return first.toUpperCase() + rest.join('')
}

/** The same within a sentence, and of one alone: 'apartments to rent in Pune', 'apartment to rent in Pune'. */
export function searchPhrase({ type, property, place }: NamedSearch, count = 2): string {
  const homes = HOMES[property ?? 'any'][count === 1 ? 0 : 1]
  const offer = { buy: 'for sale', rent: 'to rent', any: 'to buy or rent' }[type ?? 'any']
  return `${homes} ${offer}${place === null ? '' : ` in ${place}`}`
}

/** A listing's price in words, since a rent is a month's: '₹45 Lac', '₹25,000 a month'. */
export function priceInWords({ price, type }: Pick<Post, 'price' | 'type'>, format: Format): string {
  return `${format.price(price)}${type === 'rent' ? ' a month' : ''}`
}

/** What kind of offer a listing is: 'Apartment for sale', 'Plot of land to rent'. */
export function kindInWords({ property, type }: Pick<Post, 'property' | 'type'>): string {
  return searchTitle({ type, property, place: null }, 1)
}

/** What a listing's state says to readers: 'Sold', 'Let', 'Unpublished'; null for one that is on offer. */
export function statusInWords({ status, type }: Pick<Post, 'status' | 'type'>): string | null {
  if (status === 'live') return null
  if (status === 'unpublished') return 'Unpublished'
  return type === 'rent' ? 'Let' : 'Sold'
}

type Rooms = Pick<Post, 'property' | 'bedroom' | 'bathroom' | 'size'>

/** A listing's rooms and size, as far as there are any: ['2 bedrooms', '1 bathroom', '1,100 sqft']. */
export function roomsInWords({ property, bedroom, bathroom, size }: Rooms, format: Format): string[] {
  const rooms = property === 'land' ? [] : [counted(bedroom, 'bedroom'), counted(bathroom, 'bathroom')]
  return size === null ? rooms : [...rooms, format.size(size)]
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** Where a listing is: its address, and its city where that does not say so. */
export function placeInWords({ address, city }: Pick<Post, 'address' | 'city'>): string {
  return address.toLowerCase().includes(city.toLowerCase()) ? address : `${address}, ${city}`
}

type TitledPost = Pick<Post, 'title' | 'city' | 'price' | 'type'>

/** How a listing is called in a browser's tab and where others link to it: title, place and price. */
export function listingTitle(post: TitledPost, format: Format): string {
  const named = post.title.toLowerCase().includes(post.city.toLowerCase())
  return `${post.title}${named ? '' : `, ${post.city}`} · ${priceInWords(post, format)}`
}
