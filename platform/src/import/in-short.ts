import { createFormat, DEFAULT_LOCALE } from '@aangan/contracts/format'
import type { ListingDoc } from '@aangan/posts/listing'

const { number, price } = createFormat({ locale: DEFAULT_LOCALE, currency: 'inr' })

/** A listing in one line, as it was understood. */
export function inShort(listing: ListingDoc): string {
  const { title, type, property, bedroom, bathroom, size, furnishing, address, city, latitude, longitude } = listing
  const place = `${latitude}, ${longitude}${listing.approximate ? ' (approximate)' : ''}`
  const rooms = property === 'land' ? [] : [`${bedroom} bed`, `${bathroom} bath`]
  const facts = [
    `${property} to ${type}`,
    price(listing.price),
    ...rooms,
    size === null ? null : `${number(size)} sq ft`,
  ]
  return [title, ...facts, furnishing, address, city, place].filter((part) => part !== null).join(' · ')
}
