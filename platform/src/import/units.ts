import { unitNamed } from '@aangan/contracts/prices'
import { wordsOf } from './headings.ts'
import { unitOfHeading } from './money.ts'
import { sizeUnitOfHeading } from './size.ts'

/** Rupees of a bare number under this heading: 100,000 for `PriceInLakhs` and `Price (L)`. */
export function priceUnitOf(heading: string): number {
  const [, letter] = /[([] *([lk]) *[)\]]/i.exec(heading) ?? []
  return letter === undefined ? unitOfHeading(wordsOf(heading)) : (unitNamed(letter) ?? 1)
}

/** Square feet of a bare number under this heading: 9 for `Area (Sq. Yards)`, `AREA_SQ_YD_CARPET`; NaN for bigha. */
export function sizeUnitOf(heading: string): number {
  const words = wordsOf(heading.replaceAll('²', '2')).split(' ')
  const heads = words.map((_, index) => words.slice(0, words.length - index).join(' '))
  return heads.map(sizeUnitOfHeading).find((unit) => unit !== 1) ?? 1
}
