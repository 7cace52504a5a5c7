import { MAX_PRICE } from '@aangan/contracts/post-constants'
import { amountError, parseAmount } from '@aangan/contracts/prices'
import { isBlank } from '@aangan/contracts/text/characters'

/** In whole units of currency. 0: no limit; NaN: not a number. */
export interface Prices {
  minPrice: number
  maxPrice: number
}

export type PriceErrors = Partial<Record<keyof Prices, string>>

/** Reads what was entered: nothing, a number, or an amount such as '45 lakh'. */
export function readPrice(text: string): number {
  return isBlank(text) ? 0 : (parseAmount(text) ?? Number.NaN)
}

/** Returns the errors by field; empty if the prices, read from `texts`, are valid. */
export function checkPrices({ minPrice, maxPrice }: Prices, texts: Record<keyof Prices, string>): PriceErrors {
  const errors: PriceErrors = {
    minPrice: checkPrice(minPrice, texts.minPrice),
    maxPrice: checkPrice(maxPrice, texts.maxPrice) ?? checkOrder({ minPrice, maxPrice }),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}

/** Returns the error of a price that was read from `text`, if any. */
export function checkPrice(price: number, text: string): string | undefined {
  if (Number.isNaN(price)) return amountError(text) ?? 'Enter an amount, for example 45 lakh.'
  return price > MAX_PRICE ? 'This price is too high. Enter a lower one.' : undefined
}

function checkOrder({ minPrice, maxPrice }: Prices): string | undefined {
  return maxPrice > 0 && minPrice > maxPrice ? 'Your max price is below your min price.' : undefined
}
