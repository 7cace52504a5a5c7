import type { Format } from '@aangan/contracts/format'
import { amountError, parseAmount, readAmount } from '@aangan/contracts/prices'
import { asTyped } from '@aangan/contracts/text/characters'
import { readYears } from '@aangan/contracts/text/numbers'
import type { Loan } from './emi.ts'

/** Field values as typed. */
export interface TermsText {
  price: string
  downPayment: string
  rate: string
  years: string
}

export type Problems = Partial<Record<keyof TermsText, string>>

const MOST_RATE = 30
const MOST_YEARS = 30
const MOST_PRICE = 1e12

/** A common offer: 20 % down, the rest over 20 years. */
export const USUAL = { share: 0.2, rate: '8.5', years: '20' } as const

/** 20 % of the typed price; '' if it is invalid. */
export function usualDownPayment(price: string, format: Format): string {
  const whole = parseAmount(price)
  return isPrice(whole) ? format.fieldAmount(Math.round(whole * USUAL.share)) : ''
}

/** Returns the loan, or the errors by field. */
export function readTerms(text: TermsText): { loan: Loan; problems: null } | { loan: null; problems: Problems } {
  const price = parseAmount(text.price)
  const downPayment = parseAmount(text.downPayment)
  const rate = decimalOf(text.rate)
  const years = readYears(text.years)
  if (isPrice(price) && isPart(downPayment, price) && isWithin(rate, 0, MOST_RATE) && isWithin(years, 1, MOST_YEARS)) {
    return { loan: { amount: price - downPayment, rate, years }, problems: null }
  }
  const problems: Problems = {
    ...(!isPrice(price) && { price: wrongAmount(text.price, 'Enter a price above 0, for example 45 lakh.') }),
    ...(downPayment === null && {
      downPayment: wrongAmount(text.downPayment, 'Enter an amount, for example 9 lakh, or 0 for none.'),
    }),
    ...(isPrice(price) &&
      downPayment !== null &&
      downPayment >= price && { downPayment: 'Enter less than the price.' }),
    ...(!isWithin(rate, 0, MOST_RATE) && { rate: `Enter a rate from 0 to ${MOST_RATE}, for example 8.5.` }),
    ...(!isWithin(years, 1, MOST_YEARS) && { years: `Enter whole years from 1 to ${MOST_YEARS}.` }),
  }
  return { loan: null, problems }
}

/** The general error, unless the amount is only unclear. */
function wrongAmount(text: string, otherwise: string): string | undefined {
  const { problem } = readAmount(text)
  return problem === 'grouping' || problem === 'unit' ? amountError(text) : otherwise
}

/** A rate is small: its comma is a decimal point. */
function decimalOf(text: string): number | null {
  const [, digits] = /^(\d{1,3}(?:[.,]\d{1,4})?) ?%?$/.exec(asTyped(text)) ?? []
  return digits === undefined ? null : Number(digits.replace(',', '.'))
}

function isPrice(price: number | null): price is number {
  return price !== null && price > 0 && price <= MOST_PRICE
}

function isPart(part: number | null, whole: number): part is number {
  return part !== null && part < whole
}

function isWithin(value: number | null, least: number, most: number): value is number {
  return value !== null && value >= least && value <= most
}
