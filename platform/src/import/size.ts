import { readSquareFeet, squareFeetIn } from '@aangan/contracts/text/sizes'
import { quoted, type Reading, refused, understood } from './reading.ts'

const LEAST = 20
const MOST = 100_000_000

/**
 * Parses a size into whole square feet: `1,200 sq ft`, `110 sqm`, `2 acres`, `150 sq. yards`. Null if the cell is
 * empty. A bare number is in `unit`, which is square feet unless the heading states another.
 */
export function readSize(text: string, unit = 1): Reading<number | null> {
  const size = readSquareFeet(text, unit)
  if (size.problem === 'empty') return understood(null)
  if (size.problem === 'range') return refused(`the size ${quoted(text)} is a range, not one size`)
  if (size.problem) return refused(`the size ${quoted(text)} is not a size such as 1200 or "110 sqm"`)
  const { squareFeet } = size
  return squareFeet < LEAST || squareFeet > MOST
    ? refused(`the size ${quoted(text)} is not between ${LEAST} and ${MOST} square feet`)
    : understood(squareFeet)
}

/** Unit stated in a heading such as `Area (sq m)`, in square feet; 1 if none. */
export function sizeUnitOfHeading(heading: string): number {
  const words = heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
  const tails = words.map((_, index) => words.slice(index).join(' '))
  return tails.map(squareFeetIn).find((unit) => unit !== undefined) ?? 1
}
