import { readSquareFeet, squareFeetIn } from '@aangan/contracts/text/sizes'
import { quoted, type Reading, refused, understood } from './reading.ts'

const LEAST = 20
const MOST = 100_000_000

/**
 * Parses a size into whole square feet: `1,200 sq ft`, `110 sqm`, `2 acres`, `150 sq. yards`. Null if the cell is
 * empty. A bare number is in `unit`, which is square feet unless the heading states another; NaN if that has no fixed
 * size.
 */
export function readSize(text: string, unit = 1): Reading<number | null> {
  const size = readSquareFeet(text, unit)
  if (size.problem === 'empty') return understood(null)
  if (size.problem === 'range') return refused(`the size ${quoted(text)} is a range, not one size`)
  if (size.problem) return refused(`the size ${quoted(text)} is not a size such as 1200 or "110 sqm"`)
  const { squareFeet } = size
  if (Number.isNaN(squareFeet))
    return refused(`the size ${quoted(text)} is in a unit that differs from district to district; convert it to sq ft`)
  return squareFeet < LEAST || squareFeet > MOST
    ? refused(`the size ${quoted(text)} is not between ${LEAST} and ${MOST} square feet`)
    : understood(squareFeet)
}

const VARYING =
  /\b(bighas?|vighas?|biswas?|katt?has?|cott?ahs?|kottahs?|dhurs?|ankanams?|chatt?aks?|killas?|lechas?)\b/i

/** Unit stated in a heading such as `Area (sq m)`, in square feet; 1 if none, NaN if it differs from place to place. */
export function sizeUnitOfHeading(heading: string): number {
  if (VARYING.test(heading)) return Number.NaN
  const words = heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
  const tails = words.map((_, index) => words.slice(index).join(' '))
  return tails.map(squareFeetIn).find((unit) => unit !== undefined) ?? 1
}
