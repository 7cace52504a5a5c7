import { asTyped } from '@aangan/contracts/text/characters'
import { parseNumber } from '@aangan/contracts/text/numbers'
import { quoted, type Reading, refused, understood } from './reading.ts'

/** Square feet per unit; marla and kanal as in Punjab. Bigha and katha differ from state to state: left out. */
const UNITS: [RegExp, number][] = [
  [/^(sq(uare)?|s)\s*(f(ee|oo)?t|f)$|^sft$|^feet$|^ft2$/, 1],
  [/^(sq(uare)?)\s*(m|mt|mtr|mtrs|metres?|meters?)$|^m2$|^sqmt?r?s?$/, 10.7639],
  [/^(sq(uare)?)\s*(yds?|yards?|yrds?)$|^gaj$|^yd2$/, 9],
  [/^acres?$/, 43_560],
  [/^hectares?$|^ha$/, 107_639],
  [/^cents?$/, 435.6],
  [/^grounds?$/, 2_400],
  [/^gunthas?$/, 1_089],
  [/^marlas?$/, 272.25],
  [/^kanals?$/, 5_445],
]

/** What follows a size: which area it is, or the same in another unit. */
const REMARK =
  /\(.*?\)|\[.*?\]|\b(super |plot |total )?(built[ -]?up|carpet|plot|covered)( area)?\b|[*~+]|\bonwards\b|\bapprox\b\.?/g

const LEAST = 20
const MOST = 100_000_000

/**
 * Parses a size into whole square feet: `1,200 sq ft`, `110 sqm`, `2 acres`, `150 sq. yards`. Null if the cell is
 * empty. A bare number is in `unit`, which is square feet unless the heading states another.
 */
export function readSize(text: string, unit = 1): Reading<number | null> {
  const words = asTyped(text.normalize('NFKC')).toLowerCase().replace(REMARK, ' ').trim()
  if (words === '' || words === '-') return understood(null)
  if (/\d\s*(?:[a-z.][a-z. ]*)?(-|\bto\b)\s*\d/.test(words))
    return refused(`the size ${quoted(text)} is a range, not one size`)
  const [, digits = '', word = ''] = words.match(/^(\d[\d., ]*|\.\d+)(.*)$/s) ?? []
  const number = parseNumber(digits.trim().replace(/[.,]$/, ''))
  const scale = word === '' ? unit : unitOf(word)
  if (number === null || scale === undefined)
    return refused(`the size ${quoted(text)} is not a size such as 1200 or "110 sqm"`)
  const size = Math.round(number * scale)
  return size < LEAST || size > MOST
    ? refused(`the size ${quoted(text)} is not between ${LEAST} and ${MOST} square feet`)
    : understood(size)
}

/** Unit stated in a heading such as `Area (sq m)`, in square feet; 1 if none. */
export function sizeUnitOfHeading(heading: string): number {
  const words = heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
  const tails = words.map((_, index) => words.slice(index).join(' '))
  return tails.map(unitOf).find((unit) => unit !== undefined) ?? 1
}

function unitOf(word: string): number | undefined {
  const bare = word.replaceAll('.', ' ').replace(/\s+/g, ' ').trim()
  return UNITS.find(([spelling]) => spelling.test(bare))?.[1]
}
