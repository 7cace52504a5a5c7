import type { PostType } from '@aangan/contracts/post-constants'
import { type AmountProblem, readAmount, unitNamed } from '@aangan/contracts/prices'
import { quoted, type Reading, refused, understood } from './reading.ts'

/** Prices outside these bounds are mistakes, usually a wrong unit or column. */
const LEAST: Record<PostType, number> = { buy: 10_000, rent: 100 }
const MOST = 100_000_000_000

const PROBLEMS: Record<AmountProblem, string> = {
  empty: 'is empty',
  unknown: 'is not an amount such as 4500000 or "45 lakh"',
  grouping: 'has commas or points that group neither as in 45,00,000 nor as in 4,500,000: write 1.5, not 1,5',
  unit: 'has no unit: write "1.5 crore", or head the column "price (lakhs)"',
  range: 'is a range, not one price',
  negative: 'is negative',
  currency: 'is not in rupees',
  area: 'is per unit of area, not for the whole home',
}

/**
 * Parses a price, of any writing that the site's own fields take, into whole rupees. `unit` multiplies a bare number:
 * 100,000 under the heading `price (lakhs)`.
 */
export function readMoney(text: string, type: PostType, unit = 1): Reading<number> {
  const read = readAmount(text, unit)
  const problem = read.problem ?? (read.isDollar ? 'currency' : undefined)
  if (problem === 'empty') return refused('the price is empty')
  if (problem !== undefined) return refused(`the price ${quoted(text)} ${PROBLEMS[problem]}`)
  return judge(read.amount ?? 0, text, type)
}

/** Unit stated in a heading such as `Price (in Lakhs)`, or 1. */
export function unitOfHeading(heading: string): number {
  const words = heading.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  return words.map((word) => (word.length > 1 ? unitNamed(word) : undefined)).find((unit) => unit !== undefined) ?? 1
}

function judge(amount: number, text: string, type: PostType): Reading<number> {
  if (amount < LEAST[type]) {
    const hint = type === 'buy' ? '; is it in lakhs or crores? Write "45 lakh", or head the column "price (lakhs)"' : ''
    return refused(`the price ${quoted(text)} is too low for a home to ${type}${hint}`)
  }
  return amount > MOST ? refused(`the price ${quoted(text)} is too high for a home`) : understood(amount)
}
