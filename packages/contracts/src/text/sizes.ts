import { asTyped } from './characters.ts'
import { parseNumber } from './numbers.ts'

export type Size =
  | { squareFeet: number; problem?: undefined }
  | { squareFeet?: undefined; problem: 'empty' | 'range' | 'unknown' }

/** Square feet per unit; marla and kanal as in Punjab. Bigha and katha differ from state to state: left out. */
const UNITS: [RegExp, number][] = [
  [/^(sq(uare)?|s)\s*(f(ee|oo)?t|f)$|^sft$|^f(ee)?t$|^ft2$|^वर्ग फ[ीु]ट$|^स्क्वे[अय]र फ[ीु]ट$/, 1],
  [/^(sq(uare)?)\s*(m|mt|mtr|mtrs|metres?|meters?)$|^m2$|^sqmt?r?s?$|^वर्ग मीटर$/, 10.7639],
  [/^(sq(uare)?)\s*(yds?|yards?|yrds?)$|^gaj$|^yd2$|^(वर्ग )?गज$/, 9],
  [/^ac(res?)?$|^एकड़$/, 43_560],
  [/^hectares?$|^ha$/, 107_639],
  [/^cents?$/, 435.6],
  [/^grounds?$/, 2_400],
  [/^gunt?h?as?$|^गुंठा$|^गुंठे$/, 1_089],
  [/^marlas?$/, 272.25],
  [/^kanals?$/, 5_445],
]

/** What follows a size: which area it is, or the same in another unit. */
const REMARK =
  /^(?:size|area)\b\s*[:-]?\s*(?=\d)|\(.*?\)|\[.*?\]|\bsb(?:u?a)\b:?|\b(super |plot |total )?(built[ -]?up|carpet|plot|covered|super)( area)?\b:?|[/|]\s*[\d.,]+\s*[a-z].*$|(?<!\d\s*)[*~+]|[*~+](?!\s*\d)|\bonwards\b|\bapprox\b\.?/g

/** The sides of a plot, in feet. */
const PLOT = /^(\d{2,3})\s*(?:ft|feet|')?\s*(?:[x×]|by)\s*(\d{2,3})\s*(?:ft|feet|')?$/

/**
 * Reads a size into whole square feet: `1,200 sq ft`, `110 sqm`, `2 acres`, `1,081 sq.ft. (100.43 sq.m.)`, `30x40`.
 *
 * @param unit the square feet of a bare number's unit
 */
export function readSquareFeet(text: string, unit = 1): Size {
  const words = asTyped(text.normalize('NFKC')).toLowerCase().replace(REMARK, ' ').trim()
  if (words === '' || words === '-') return { problem: 'empty' }
  const [, width, depth] = PLOT.exec(words) ?? []
  if (width !== undefined) return { squareFeet: Number(width) * Number(depth) }
  if (/\d\s*(?:[a-z.][a-z. ]*)?(-|\bto\b)\s*\d/.test(words)) return { problem: 'range' }
  const [, digits = '', word = ''] = words.match(/^(\d[\d., ]*|\.\d+)(.*)$/s) ?? []
  const number = parseNumber(digits.trim().replace(/[.,]$/, ''))
  const scale = word === '' ? unit : squareFeetIn(word)
  if (number === null || scale === undefined) return { problem: 'unknown' }
  return { squareFeet: Math.round(number * scale) }
}

/** The square feet of a unit, in lower case: 9 for `sq. yards`; undefined if there is no such unit. */
export function squareFeetIn(unit: string): number | undefined {
  const bare = unit.replace(/[.-]/g, ' ').replace(/\s+/g, ' ').trim()
  return UNITS.find(([spelling]) => spelling.test(bare))?.[1]
}
