import { MAX_PRICE } from '@aangan/contracts/post-constants'
import { parseAmount } from '@aangan/contracts/prices'

/** In whole units of currency. 0: no limit; NaN: not a number. */
export interface Prices {
  minPrice: number
  maxPrice: number
}

export type PriceErrors = Partial<Record<keyof Prices, string>>

/** Reads what was entered: a number, or an amount such as '45 lakh'. */
export function readPrice(text: string): number {
  const number = Math.round(Number(text))
  return Number.isNaN(number) ? (parseAmount(text) ?? number) : number
}

/** Returns the errors by field; empty if the prices are valid. */
export function checkPrices({ minPrice, maxPrice }: Prices): PriceErrors {
  const errors: PriceErrors = {
    minPrice: checkPrice(minPrice),
    maxPrice: checkPrice(maxPrice) ?? checkOrder({ minPrice, maxPrice }),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}

function checkPrice(price: number): string | undefined {
  if (Number.isNaN(price)) return 'Enter an amount, for example 45 lakh.'
  if (price < 0) return 'A price cannot be below 0.'
  return price > MAX_PRICE ? 'This price is too high. Enter a lower one.' : undefined
}

function checkOrder({ minPrice, maxPrice }: Prices): string | undefined {
  return maxPrice > 0 && minPrice > maxPrice ? 'Your max price is below your min price.' : undefined
}
