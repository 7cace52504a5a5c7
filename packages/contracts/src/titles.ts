import type { Post, PostType, Property } from './posts.ts'
import { type Currency, formatPrice } from './prices.ts'

/** Homes of a kind, by number: `HOMES.apartment[1]` is 'apartments'; the last row is for no kind in particular. */
export const HOMES = {
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
export function searchTitle(search: NamedSearch): string {
  const [first = '', ...rest] = searchPhrase(search)
  return first.toUpperCase() + rest.join('')
}

/** The same within a sentence, of so many: 'apartments to rent in Pune', '1 apartment' of them is 'apartment …'. */
export function searchPhrase({ type, property, place }: NamedSearch, count = 2): string {
  const homes = HOMES[property ?? 'any'][count === 1 ? 0 : 1]
  const offer = { buy: 'for sale', rent: 'to rent', any: 'to buy or rent' }[type ?? 'any']
  return `${homes} ${offer}${place === null ? '' : ` in ${place}`}`
}

/** A listing's price in words, since a rent is a month's: '₹45 Lac', '₹25,000 a month'. */
export function priceInWords(
  { price, type }: Pick<Post, 'price' | 'type'>,
  currency: Currency,
  locale?: string,
): string {
  return `${formatPrice(price, currency, locale)}${type === 'rent' ? ' a month' : ''}`
}

type TitledPost = Pick<Post, 'title' | 'city' | 'price' | 'type'>

/** How a listing is called in a browser's tab and where others link to it: title, place and price. */
export function listingTitle(post: TitledPost, currency: Currency, locale?: string): string {
  const named = post.title.toLowerCase().includes(post.city.toLowerCase())
  return `${post.title}${named ? '' : `, ${post.city}`} · ${priceInWords(post, currency, locale)}`
}
