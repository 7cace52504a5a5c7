import type { PostType } from '@aangan/contracts/post-constants'
import { AMOUNT_UNITS } from '@aangan/contracts/prices'
import { readNumber } from './numbers.ts'
import { quoted, type Reading, refused, understood } from './reading.ts'

const UNITS: ReadonlyMap<string, number> = new Map([
  ...AMOUNT_UNITS,
  ['crs', 1e7],
  ['thousand', 1e3],
  ['m', 1e6],
  ['mn', 1e6],
  ['million', 1e6],
])

/** Prices outside these bounds are mistakes, usually a wrong unit or column. */
const LEAST: Record<PostType, number> = { buy: 10_000, rent: 100 }
const MOST = 100_000_000_000

const CURRENCY = /₹|\brs\b\.?|\binr\b|\brupees?\b|\/-/g
const PER_MONTH = /(\/|\bper\b|\ba\b|\bp\.?)\s*(months?|mth|mo|m)\b\.?|\bpm\b|\bmonthly\b/g
const PER_AREA = /(\/|per)\s*(sq|ft|m2|acre)/
const FOREIGN = /[$€£]|\b(usd|eur|gbp|aed)\b/
const AMOUNT = /^([\d.,]+(?:e\+?\d+)?)\s*([a-z]*)\.?\s*/

/**
 * Parses a price into whole rupees: `45 Lac`, `1.2 Cr`, `₹ 45,00,000`, `Rs. 25k`, `12,500/month`, `1 Cr 20 Lac`. `unit`
 * multiplies a bare number: 100,000 under the heading `price (lakhs)`.
 */
export function readMoney(text: string, type: PostType, unit = 1): Reading<number> {
  const words = text.normalize('NFKC').toLowerCase().trim()
  if (words === '') return refused('the price is empty')
  if (FOREIGN.test(words)) return refused(`the price ${quoted(text)} is not in rupees`)
  if (PER_AREA.test(words)) return refused(`the price ${quoted(text)} is per unit of area, not for the whole home`)
  const bare = words
    .replace(CURRENCY, ' ')
    .replace(PER_MONTH, ' ')
    .replace(/\bonly\b/, ' ')
    .trim()
  if (bare.startsWith('-')) return refused(`the price ${quoted(text)} is negative`)
  if (/\d\s*([a-z]+\.?\s*)?(-|–|\bto\b)\s*[\d.]/.test(bare))
    return refused(`the price ${quoted(text)} is a range, not one price`)
  const amount = sum(bare, unit)
  return amount === null
    ? refused(`the price ${quoted(text)} is not an amount such as 4500000 or "45 lakh"`)
    : judge(Math.round(amount), text, type)
}

/** Unit stated in a heading such as `Price (in Lakhs)`, or 1. */
export function unitOfHeading(heading: string): number {
  const words = heading.toLowerCase().match(/[a-z]+/g) ?? []
  return words.map((word) => (word.length > 1 ? UNITS.get(word) : undefined)).find((unit) => unit !== undefined) ?? 1
}

function sum(words: string, unit: number): number | null {
  let rest = words
  let total = 0
  let smallest = Number.POSITIVE_INFINITY
  while (rest !== '') {
    const [all, digits, word] = rest.match(AMOUNT) ?? []
    if (all === undefined || digits === undefined || word === undefined) return null
    const number = readNumber(digits.replace(/[.,]$/, ''))
    const scale = word === '' ? (total === 0 ? unit : 1) : UNITS.get(word)
    // Units must descend as in "1 Cr 20 Lac"; "20 Lac 1 Cr" or "25 000" is not a single amount.
    if (number === null || scale === undefined || scale >= smallest) return null
    total += number * scale
    smallest = scale
    rest = rest.slice(all.length)
  }
  return total
}

function judge(amount: number, text: string, type: PostType): Reading<number> {
  if (amount < LEAST[type]) {
    const hint = type === 'buy' ? '; is it in lakhs or crores? Write "45 lakh", or head the column "price (lakhs)"' : ''
    return refused(`the price ${quoted(text)} is too low for a home to ${type}${hint}`)
  }
  return amount > MOST ? refused(`the price ${quoted(text)} is too high for a home`) : understood(amount)
}
