import type { PostType, Property, Sort } from '@aangan/contracts/posts'
import { type Currency, formatPrice } from '@aangan/web-kit/format'
import type { FilterName } from './filters.ts'

export const TYPE_LABELS = { buy: 'Buy', rent: 'Rent' } satisfies Record<PostType, string>

export const PROPERTY_LABELS = {
  apartment: 'Apartment',
  house: 'House',
  condo: 'Condo',
  land: 'Land',
} satisfies Record<Property, string>

export const SORT_LABELS = {
  newest: 'Newest',
  price_asc: 'Price: low to high',
  price_desc: 'Price: high to low',
} satisfies Record<Sort, string>

/** A filter at work, in a few words: 'Pune', 'To rent', 'From ₹45 Lac', '2 bedroom'. */
export function filterLabel(name: FilterName, value: string, currency: Currency): string {
  const price = /^\d+$/.test(value) ? formatPrice(Number(value), currency) : value
  const words: Record<FilterName, string> = {
    city: value,
    type: labelIn({ buy: 'To buy', rent: 'To rent' }, value),
    property: labelIn(PROPERTY_LABELS, value),
    minPrice: `From ${price}`,
    maxPrice: `Up to ${price}`,
    bedroom: `${value} bedroom`,
  }
  return words[name]
}

function labelIn(labels: Record<string, string>, value: string): string {
  return Object.hasOwn(labels, value) ? (labels[value] ?? value) : value
}
