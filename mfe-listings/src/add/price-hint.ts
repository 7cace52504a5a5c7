import type { Format } from '@aangan/contracts/format'
import { parseAmount } from '@aangan/contracts/prices'
import type { FormTexts } from './form-fields.ts'

type Offer = Pick<FormTexts, 'type' | 'price'>

/** A monthly rent above this is more likely the price of a sale. */
const LIKELY_RENT = 1_000_000

/** How the listing will show the price; undefined if the text is no amount. */
export function priceHint({ type, price }: Offer, format: Format): string | undefined {
  const amount = parseAmount(price)
  return amount ? `Shown as ${format.price(amount)}${type === 'rent' ? ' / month' : ''}` : undefined
}

export function isUnlikelyRent({ type, price }: Offer): boolean {
  return type === 'rent' && (parseAmount(price) ?? 0) > LIKELY_RENT
}
