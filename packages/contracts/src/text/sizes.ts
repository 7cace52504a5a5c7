import { asTyped } from './characters.ts'
import { parseNumber } from './numbers.ts'

export type Size =
  | { squareFeet: number; problem?: undefined }
  | { squareFeet?: undefined; problem: 'empty' | 'range' | 'unknown' }

/** Square feet per unit; marla and kanal as in Punjab. Bigha and katha differ from state to state: left out. */
const UNITS: [RegExp, number][] = [
  [/^((sq(uare)?|s)\s*)?f(ee|oo)?ts?$|^s(q(uare)?)?\s*f$|^ft2$|^(वर्ग|स्क्वे[अय]र) फ(ु|ी|़ी)ट$/, 1],
  [/^(sq(uare)?)\s*(m|mts?|mtrs?|metres?|meters?)$|^m2$|^sqmt?r?s?$|^वर्ग मी(टर)?$/, 10.7639],
  [/^(s(q(uare)?)?\s*)?(yds?|yards?|yrds?)$|^s(q(uare)?)?\s*y$|^ga[jz]$|^yd2$|^(वर्ग )?गज$/, 9],
  [/^ac(res?)?$|^एकड़$/, 43_560],
  [/^hectares?$|^ha$/, 107_639],
  [/^ares?$/, 1_076.39],
  [/^cents?$/, 435.6],
  [/^grounds?$/, 2_400],
  [/^g[ou]nth?as?$|^गुंठा$|^गुंठे$/, 1_089],
  [/^marlas?$/, 272.25],
  [/^kanals?$/, 5_445],
]

/** What follows a size: which area it is, or the same in another unit. */
const REMARK = new RegExp(
  [
    /^(?:size|area)\b\s*[:-]?\s*(?=\d)/,
    /\(.*?\)|\[.*?\]/,
    /\b((super|plot|total|rera) )*(built[ -]?up|carpet|plot|covered|super|usable|sal(e|ea)ble|sbu?a|bua|site)( area)?\b:?/,
    // `1/2 acre` is another thing.
    /(?<=[a-z.\])]\s*)([/|]\s*[\d.,]+\s*[a-z].*|,[a-z ]+)$/,
    /\/-|(?<!\d\s*)[*~+]|[*~+](?!\s*\d)|\b(onwards|only)\b|\bapprox\b\.?/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** Characters: the patterns take quadratic time. */
const LONGEST = 300

/** The sides of a plot, in feet. */
const SIDE = "(\\d{2,3}(?:\\.\\d+)?)\\s*(?:ft|feet|')?"
const PLOT = new RegExp(`^${SIDE}\\s*(?:[x×*]|by)\\s*${SIDE}(?:\\s*sq\\.? ?ft)?\\.?$`)

/** A bare number, and the same in a unit: `200(167.23 sq.m.)`, which are square yards. */
const TWICE = /^[^\d(]*(\d[\d.,]*)\s*\(\s*(\d[\d.,]*)\s*([^\d()]+)\)/
const ALIKE = 0.01

/** `1 kanal 10 marla` */
const TWO_UNITS = /^(\d[\d.]*)\s*(\p{L}+)\s+(\d[\d.]*)\s*(\p{L}+)$/u

/**
 * Reads a size into whole square feet: `1,200 sq ft`, `110 sqm`, `2 acres`, `1,081 sq.ft. (100.43 sq.m.)`, `30x40`.
 *
 * @param unit the square feet of a bare number's unit
 */
export function readSquareFeet(text: string, unit = 1): Size {
  if (text.length > LONGEST) return { problem: 'unknown' }
  const typed = asTyped(text.normalize('NFKC')).toLowerCase()
  const words = typed.replace(REMARK, ' ').trim()
  if (words === '' || words === '-') return { problem: 'empty' }
  const [, width, depth] = PLOT.exec(words) ?? []
  if (width !== undefined) return { squareFeet: Math.round(Number(width) * Number(depth)) }
  const known = statedTwice(typed) ?? inTwoUnits(words)
  if (known !== null) return { squareFeet: Math.round(known) }
  if (/\d\s*(?:[a-z.][a-z. ]*)?(-|\bto\b)\s*\d/.test(words)) return { problem: 'range' }
  const [, digits = '', word = ''] = words.match(/^(\d[\d., ]*|\.\d+)(.*)$/s) ?? []
  const number = parseNumber(digits.trim().replace(/[.,]$/, ''))
  const scale = word === '' ? unit : squareFeetIn(word)
  if (number === null || scale === undefined) return { problem: 'unknown' }
  return { squareFeet: Math.round(number * scale) }
}

function statedTwice(text: string): number | null {
  const [, bare, digits, word] = TWICE.exec(text) ?? []
  const [number, other, scale] = [parseNumber(bare ?? ''), parseNumber(digits ?? ''), squareFeetIn(word ?? '')]
  if (number === null || other === null || scale === undefined) return null
  const size = other * scale
  const unit = UNITS.find(([, feet]) => Math.abs(number * feet - size) <= size * ALIKE)
  return unit === undefined ? null : number * unit[1]
}

function inTwoUnits(words: string): number | null {
  const [, most, unit = '', rest, smaller = ''] = TWO_UNITS.exec(words) ?? []
  const [large, small] = [squareFeetIn(unit), squareFeetIn(smaller)]
  if (large === undefined || small === undefined || small >= large) return null
  return Number(rest) * small < large ? Number(most) * large + Number(rest) * small : null
}

/** The square feet of a unit, in lower case: 9 for `sq. yards`; undefined if there is no such unit. */
export function squareFeetIn(unit: string): number | undefined {
  const bare = unit.replace(/[.-]/g, ' ').replace(/\s+/g, ' ').trim()
  return UNITS.find(([spelling]) => spelling.test(bare))?.[1]
}
