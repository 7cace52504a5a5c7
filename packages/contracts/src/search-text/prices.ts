import { MAX_PRICE, type PostType } from '../post-constants.ts'
import { parseAmount, unitNamed } from '../prices.ts'
import { type Facts, type Match, matchAt, phrase, type Rule } from './rule.ts'

/** A number with what it is counted in; `1 cr 20 lakh` is one. */
interface Money {
  text: string
  /** The text that a unit may follow. */
  digits: string
  /** The last unit; undefined for a bare number. */
  unit: string | undefined
  end: number
}

/** A lower number without a unit is no price: a sector, a count, lakhs that nobody named. */
const LEAST = 1_000
/** No home is sold for less, and hardly any is let for more. */
const HIGHEST_RENT = 200_000
const LOWEST_SALE = 1_000_000

const PIECE =
  /(?:(?:₹|rs\.?|inr|\$)\s*)?(\d+(?:,\d+)*(?:\.\d+)?)(?:(\s*)([\p{L}\p{M}]+)(?:\((?:s|es)\)|\.(?![\p{L}\d]))?)?/uy
/** Metres, and the 4th block. */
const NO_UNIT = /^(m|th)$/
const MEASURE = /^(?:k?m|met(?:re|er)s?|feet|ft|sq.*|yards?|gaj|acres?|mins?|minutes?|years?|bhk|floors?)$/
/** Units that say by themselves that a number is a price; `37 C` is a sector. */
const CLEAR_UNIT = /^(?!(?:c|mn|thou)$)/
const IS_PRICE = /^(?:₹|rs|inr|\$)|\d,\d|^(?:\d{5}|\d{7,})$/

const NOUN = '(?:\\s*(?:an?|the|my|of|is|price|budget|cost|(rent)|under|up ?to|:))*'
export const MOST =
  'under|below|up ?to|less th[ae]n|lower than|within|max(?:imum)?|at most|not (?:more|over)(?: than)?|no more than|till|budget|<=?'
const MORE = 'above|over|more than|greater than|min(?:imum)?|at ?least|from|start(?:s|ing)?|not less than|beyond|>=?'
const LIMIT = new RegExp(`(?:(${MOST})|${MORE})(?:(?<=[<>=])|(?![\\p{L}\\d]))${NOUN}(?:\\s*(?:from|at))?\\s*`, 'uy')
const BETWEEN = new RegExp(`(?:(between)|from)${NOUN}\\s*`, 'uy')
const JOINT = /\s*(?:(-|to|or|se|से)|and|&)\s*/uy
/** `20k 25k` */
const BESIDE = /()\s+/uy

const REMARK = /\s*(?:\/-|\*|rs(?![\p{L}])\.?|rupees?(?![\p{L}])|only(?![\p{L}]))/uy
const MONTHLY = phrase(
  '\\s*(?:(?:/|per|an?|each|every|p\\.?)\\s*(?:months?|mth|mo)|p\\.?\\s?c?\\.?\\s?m|monthly|महीना|महीने)',
)
const PER_AREA = /\s*(?:\/|per|a|प्रति)\s*(?:sq|ft|acre|gaj|m2)/uy
const OR_MORE =
  /\s*\+|\s+(?:plus|onwards?|and above|or above|or more|and more|min(?:imum)?|se (?:zyada|jyada|upar)|से (?:ज़्यादा|ज्यादा|ऊपर))(?![\p{L}\p{M}])/uy
const OR_LESS =
  /\s+(?:max(?:imum)?|or less|or below|and below|tak|se kam|ke (?:andar|niche|neeche)|budget|तक|से कम)(?![\p{L}\p{M}])/uy

/** `between 50 lakh and 1 cr`, `20-30k`, `50 lakh to 1 cr`. */
const range: Rule = (text, at) => {
  const opening = matchAt(BETWEEN, text, at)
  const first = moneyAt(text, at + (opening?.[0].length ?? 0))
  const joint =
    first && (matchAt(JOINT, text, first.end) ?? (hasClearUnit(first) ? matchAt(BESIDE, text, first.end) : null))
  if (!first || !joint || (opening?.[1] === undefined && joint[1] === undefined)) return null
  const second = moneyAt(text, first.end + joint[0].length)
  const maxPrice = second && priceOf(second)
  const minPrice = priceOf(first.unit === undefined ? { ...first, unit: second?.unit } : first)
  if (!second || maxPrice === null || minPrice === null || minPrice > maxPrice) return null
  if (joint[1] === '' && second.unit !== first.unit) return null
  return withRest(text, second.end, { minPrice, maxPrice })
}

/** `under 30k`, `max rent 25,000`, `above 1 cr`, `budget 50 lakh`. */
const limit: Rule = (text, at) => {
  const opening = matchAt(LIMIT, text, at)
  const money = opening && moneyAt(text, at + opening[0].length)
  const price = money && priceOf(money)
  if (!opening || !money || price === null) return null
  const type: { type?: PostType } = opening[2] === undefined ? {} : { type: 'rent' }
  const again = matchAt(opening[1] === undefined ? OR_MORE : OR_LESS, text, money.end)
  return withRest(text, money.end + (again?.[0].length ?? 0), {
    ...type,
    ...(opening[1] === undefined ? { minPrice: price } : { maxPrice: price }),
  })
}

/** `30k`, `₹25,000 a month`, `50 lakh max`, `1 cr+`: a price alone is the most that somebody pays. */
const alone: Rule = (text, at) => {
  const money = moneyAt(text, at)
  const isPrice = money && (money.unit === undefined ? IS_PRICE.test(money.text) : CLEAR_UNIT.test(money.unit))
  const price = isPrice ? priceOf(money) : null
  if (!money || price === null) return null
  const more = matchAt(OR_MORE, text, money.end)
  const behind = more ?? matchAt(OR_LESS, text, money.end)
  return withRest(text, money.end + (behind?.[0].length ?? 0), more ? { minPrice: price } : { maxPrice: price })
}

function hasClearUnit({ unit }: Money): boolean {
  return unit !== undefined && CLEAR_UNIT.test(unit)
}

export const PRICE_RULES: Rule[] = [range, limit, alone]

/** Whether homes at these prices are let or sold; undefined if they may be either. */
export function typeAt({ minPrice = 0, maxPrice = 0 }: Facts): PostType | undefined {
  const highest = Math.max(minPrice, maxPrice)
  if (highest === 0) return undefined
  if (highest < HIGHEST_RENT) return 'rent'
  return highest >= LOWEST_SALE ? 'buy' : undefined
}

/** With the remarks behind a price. Null for the price of a square foot. */
function withRest(text: string, behind: number, facts: Facts): Match | null {
  const end = behind + (matchAt(REMARK, text, behind)?.[0].length ?? 0)
  if (matchAt(PER_AREA, text, end)) return null
  const monthly = matchAt(MONTHLY, text, end)
  return monthly ? { facts: { ...facts, type: 'rent' }, end: end + monthly[0].length } : { facts, end }
}

function priceOf({ digits, unit }: Money): number | null {
  const price = parseAmount(unit === undefined ? digits : `${digits} ${unit}`)
  return price !== null && price >= LEAST && price <= MAX_PRICE ? price : null
}

function moneyAt(text: string, at: number): Money | null {
  const first = pieceAt(text, at)
  const second =
    first?.unit === undefined ? null : pieceAt(text, first.end + (/^\s*/.exec(text.slice(first.end))?.[0].length ?? 0))
  if (!first || second?.unit === undefined) return first
  const both = {
    text: text.slice(at, second.end),
    digits: `${first.text} ${second.digits}`,
    unit: second.unit,
    end: second.end,
  }
  return priceOf(both) === null ? first : both
}

function pieceAt(text: string, at: number): Money | null {
  const [whole, digits = '', space, word] = matchAt(PIECE, text, at) ?? []
  if (whole === undefined) return null
  if (word === undefined) return { text: whole, digits, unit: undefined, end: at + whole.length }
  if (unitNamed(word) !== undefined && !NO_UNIT.test(word))
    return { text: whole, digits, unit: word, end: at + whole.length }
  if (space === '' || MEASURE.test(word)) return null
  const end = text.indexOf(digits, at) + digits.length
  return { text: text.slice(at, end), digits, unit: undefined, end }
}
