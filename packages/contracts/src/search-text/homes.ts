import { MAX_ROOMS } from '../post-constants.ts'
import { BEDROOM_UNIT, PROPERTY_WORDS } from '../text/kinds.ts'
import { NUMBER_WORDS, readWhole } from '../text/numbers.ts'
import { matchAt, phrase, type Rule, says } from './rule.ts'

const WORDS = NUMBER_WORDS.slice(1, 11)
const UNIT = `(?:b\\.\\s?h\\.\\s?k|${BEDROOM_UNIT}|rooms?(?: set)?(?: kitchen)?|बीएचके|बेडरूम|कमरे?)`
/** The half of 2.5 BHK is a study, and so is the room behind a plus. */
const COUNT = `(?:\\d{1,2}(?:\\.\\d+| ?\\+ ?1(?! ?[\\d.+]))?|${WORDS.join('|')})`
const AND = '\\s*(?:-|to|or|/|,|&|and)\\s*'
const OR_MORE = '(?:\\+|\\s+(?:plus|or more|and more|or above|and above))(?![\\p{L}\\d])'

const COUNTED = new RegExp(
  `(more than |above |over |at ?least |min(?:imum)? )?(${COUNT}(?:${AND}${COUNT})*)\\s*(\\+|${OR_MORE})?\\s*-?\\s*${UNIT}(?![\\p{L}\\p{M}\\d])\\.?(${OR_MORE})?`,
  'uy',
)
const UNIT_FIRST = phrase(`${BEDROOM_UNIT}\\s*-?\\s*(\\d{1,2})(?! ?(?:k|l|lacs?|lakhs?|crs?|crores?)\\b)`)

/** `2bhk`, `2-3 bhk`, `3+ BHK`, `two bedroom`, `1 rk`, `BHK2`. */
const rooms: Rule = (text, at) => {
  const [whole, least, counts = '', more, moreBehind] = matchAt(COUNTED, text, at) ?? []
  if (whole === undefined) return unitFirst(text, at)
  const numbers = (counts.match(new RegExp(COUNT, 'g')) ?? []).map(toNumber)
  if (numbers.some((number) => number > MAX_ROOMS)) return null
  const isOpen = (least ?? more ?? moreBehind) !== undefined
  const [first = 0, last = first] = numbers
  const isRange = numbers.length === 2 && /\d\s*(-|to)\s*\d/.test(counts) && first < last
  const all = isRange ? Array.from({ length: last - first + 1 }, (_, step) => first + step) : numbers
  const added = least !== undefined && /^(more|above|over)/.test(least) ? 1 : 0
  const bedroom = all.map((number, nth) => (isOpen && nth === all.length - 1 ? `${number + added}+` : String(number)))
  return { facts: { bedroom }, end: at + whole.length }
}

function unitFirst(text: string, at: number) {
  const [whole, count] = matchAt(UNIT_FIRST, text, at) ?? []
  return whole === undefined ? null : { facts: { bedroom: [String(Number(count))] }, end: at + whole.length }
}

function toNumber(count: string): number {
  const word = WORDS.indexOf(count)
  return word === -1 ? Math.floor(Number.parseFloat(count)) : word + 1
}

const SIZE = phrase(
  `(?:(?:above|over|more than|at ?least|min(?:imum)?|from)\\s+)?(\\d+(?:,\\d+)*)\\s*\\+?\\s*(?:sq\\.?\\s?(?:ft|feet)|sqft|sft|square (?:feet|foot))`,
)

const size: Rule = (text, at) => {
  const [whole = '', digits = ''] = matchAt(SIZE, text, at) ?? []
  const minSize = readWhole(digits)
  return minSize === null ? null : { facts: { minSize }, end: at + whole.length }
}

const FURNISHED = 'furnish(?:ed|ing)?'

/** Before prices: `above 1,000 sqft` is none. */
export const COUNT_RULES: Rule[] = [size, rooms]

export const KIND_RULES: Rule[] = [
  says('studio(?: (?:apartment|flat))?s?', { property: 'apartment', bedroom: ['1'] }),
  says('(?:(?:for|on|to|in) )?(?:rent(?:al|als|ing|ed|s)?|lease[ds]?|leasing)|to[ -]?let', { type: 'rent' }),
  says('kiraye?|kiraaye|किराए|किराये|किराया|भाड़े', { type: 'rent' }),
  says('(?:(?:for|on|to) )?(?:buy(?:ing)?|sales?|sell(?:ing)?|purchas(?:e|ing))|resale|खरीद(?:ना|ने)?', {
    type: 'buy',
  }),
  ...PROPERTY_WORDS.map(([property, words]) => says(words, { property })),
  says('फ्लैट|अपार्टमेंट', { property: 'apartment' }),
  says('makaa?n|मकान|बंगला|विला', { property: 'house' }),
  says('za?meen|jameen|zamin|ज़मीन|जमीन|प्लॉट|प्लाट', { property: 'land' }),
  says(`(?:un|not|non)[ -]?${FURNISHED}`, { furnishing: 'unfurnished' }),
  says(`(?:semi|half|part(?:ly|ially|ial)?)[ -]?${FURNISHED}`, { furnishing: 'semi-furnished' }),
  says(`(?:full(?:y)?[ -]?)?${FURNISHED}`, { furnishing: 'furnished' }),
]
