import { asTyped, oneLine } from './text/characters.ts'
import { NUMBER_WORDS, parseNumber } from './text/numbers.ts'

/** Currency of prices: the specification's dollar, or the rupee. */
export type Currency = 'usd' | 'inr'

export type AmountProblem = 'empty' | 'unknown' | 'grouping' | 'unit' | 'range' | 'negative' | 'currency' | 'area'

export type Amount =
  | { amount: number; isDollar: boolean; problem?: undefined }
  | { amount?: undefined; isDollar?: undefined; problem: AmountProblem }

/** What amounts are counted in: a factor, and its names in lower case. */
const NAMES: [factor: number, names: string][] = [
  [1e3, 'k th thou thousand thousands hazar hajar हज़ार हजार হাজার હજાર ਹਜ਼ਾਰ ହଜାର ஆயிரம் వేలు ಸಾವಿರ ആയിരം ہزار'],
  [1e5, 'l lk lkh lks lac lacs lack lacks lakh lakhs lakhes laks लाख লাখ લાખ ਲੱਖ ଲକ୍ଷ லட்சம் లక్షలు ಲಕ್ಷ ലക്ഷം لاکھ'],
  [1e6, 'm mn million millions'],
  [1e7, 'c cr crs cror crore crores karod करोड़ करोड कोटी কোটি કરોડ ਕਰੋੜ କୋଟି கோடி కోట్లు ಕೋಟಿ കോടി کروڑ'],
]
const UNITS: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap(([factor, names]) =>
    names
      .normalize('NFKC')
      .split(' ')
      .map((name) => [name, factor] as const),
  ),
)
const HALVES: Record<string, string> = { '¼': '.25', '½': '.5', '¾': '.75' }

const SPOKEN_VALUES: Record<string, number> = {
  ...Object.fromEntries(NUMBER_WORDS.map((word, value) => [word, value]).slice(1)),
  ...{ fifteen: 15, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
  ...{ half: 0.5, dedh: 1.5, dhai: 2.5, एक: 1, डेढ़: 1.5, दो: 2, ढाई: 2.5, तीन: 3, चार: 4, पांच: 5, पाँच: 5, दस: 10 },
  ...{ बीस: 20, तीस: 30, चालीस: 40, पचास: 50 },
}
/** Numbers in words, before a unit: `twenty five thousand`, `half a crore`. */
const SPOKEN = new RegExp(
  `(?<![\\p{L}\\p{M}\\d.]|\\d\\s)(?:(?:${oneOf(Object.keys(SPOKEN_VALUES))})[ -]+){1,2}(?:an? )?(?=\\p{L})`,
  'gu',
)

/** Characters: the patterns below take quadratic time. */
const LONGEST = 200

/** A fraction of less, without a unit, means lakhs or crores: 1.5. Of more it means paise. */
const SMALL = 1_000

const DOLLAR = /\$|(?<!\p{L})usd(?!\p{L})/u
const FOREIGN = /[€£¥]|(?<!\p{L})(eur|gbp|aed|dirhams?)(?!\p{L})/u
const PER_AREA = /(\/|per|प्रति)\s*(sq|ft|m[2²]|acre|gaj)|(?<!\p{L})psf(?!\p{L})/u
/** What people add to an amount without changing it. */
const AROUND = [
  /(?:\+|(?<!\p{L})(?:plus|incl?|excl?|(?:in|ex)cluding)(?!\p{L})\.?)\s*(?:(?:other|society|monthly) )?(?:maint(?:enance|\.)?|registration|stamp duty|gst|taxes|charges|deposit)(?!\p{L})/gu,
  /\/ ?m(o|th|onths?)?(?!\p{L})\.?/gu,
  /[₹₨$*~@]|(?<!\de)\+|\/[-=]|-\/|\.-/g,
  words('us ?(?=\\$)|usd|rs|re|inr|rupees?|रु|रुपये|रुपए|रुपया'),
  words('(per|a|p\\.?|each)\\s*(calendar\\s+)?(months?|mth|mo|m)|p\\.?\\s?(c\\.?\\s?)?m|monthly'),
  words('प्रति ?(माह|महीना|महीने)|मासिक'),
  words(
    'onwards?|only|just|approx(imately)?|about|around|((starts?|starting) )?(from|at)|starts?|starting|(all )?incl(usive)?',
  ),
  words('((asking|expected|sale) )?price|asking|expected|rent|cost|budget|(slightly )?negotiable|neg|nego|fixed'),
]
const RANGE = /\d\s*(\p{L}[\p{L}\p{M}]*\.?\s*)?(-|\bto\b|से)\s*[\d.]/u
const PART = /^(\d[\d., ]*(?:e\+?\d{1,2})?|\.\d+)\s*(\p{L}[\p{L}\p{M}]*)?\.?(?:\s*(?:,|&|and\b|और)\s*(?=\d))?\s*/u

/**
 * Reads an amount as people write it, into whole units of currency: `45,00,000/-`, `₹1.2 Cr*`, `1 Cr 20 Lac`, `45 lakh
 * onwards`, `25,000 PCM`, `₹ ४५ लाख`.
 *
 * @param unit multiplies a bare number: 100,000 under the heading `price (lakhs)`
 */
export function readAmount(text: string, unit = 1): Amount {
  if (text.length > LONGEST) return { problem: 'unknown' }
  // A page with an empty field need not compile the patterns below before it is hydrated.
  if (text.trim() === '') return { problem: 'empty' }
  const whole = prepared(text)
  if (whole === '') return { problem: 'empty' }
  if (FOREIGN.test(whole)) return { problem: 'currency' }
  if (PER_AREA.test(whole)) return { problem: 'area' }
  // `45 lakh - fixed`
  const bare = AROUND.reduce((rest, noise) => rest.replace(noise, ' '), whole)
    .replace(/(?<=.)-\s*$/, '')
    .trim()
  if (/^-\s*[\d.]/.test(bare)) return { problem: 'negative' }
  if (RANGE.test(bare)) return { problem: 'range' }
  // `45-lakh`
  const sum = sumOf(bare.replace(/(?<=\d)-(?=\p{L})/gu, ' '), unit)
  if (sum === null) return { problem: isGrouped(bare) ? 'unknown' : 'grouping' }
  if (sum < SMALL && /^\d*\.\d*[1-9]\d*$/.test(bare) && unit === 1) return { problem: 'unit' }
  return { amount: Math.round(sum), isDollar: DOLLAR.test(whole) }
}

/** The amount in whole units of currency; null if the text is none. */
export function parseAmount(text: string): number | null {
  return readAmount(text).amount ?? null
}

/** The factor that a heading such as `price in lakhs` states; undefined if it names none. */
export function unitNamed(name: string): number | undefined {
  return UNITS.get(name.normalize('NFKC').toLowerCase())
}

const EXAMPLE = 'for example 45 lakh'

const PROBLEMS: Record<Exclude<AmountProblem, 'unknown'>, string> = {
  empty: `Enter an amount, ${EXAMPLE}.`,
  grouping: 'Check the commas and points: write 45,00,000, or 4500000, or 45 lakh.',
  unit: 'Say lakh or crore, for example 1.5 crore.',
  range: `Enter one amount, not a range: ${EXAMPLE}.`,
  negative: 'A price cannot be below 0.',
  currency: `Enter an amount without a foreign currency, ${EXAMPLE}.`,
  area: 'Enter the whole price, not the price of a square foot.',
}

/** Tells a visitor what to write; undefined if the text is an amount. */
export function amountError(text: string): string | undefined {
  const { problem } = readAmount(text)
  if (problem === undefined) return undefined
  if (problem === 'unknown') return `“${shown(text)}” is not an amount. Enter one, ${EXAMPLE}.`
  const [, decimal] = /^(?:\D*)(\d+,\d{1,2}\s*\p{L}+\.?)(?:.*)$/u.exec(asTyped(text)) ?? []
  if (problem !== 'grouping' || decimal === undefined) return PROBLEMS[problem]
  return `“${shown(text)}” is not clear. Write a point instead of the comma: ${decimal.replace(',', '.')}.`
}

function shown(text: string): string {
  const line = oneLine(text)
  return line.length > 40 ? `${line.slice(0, 40).trimEnd()}…` : line
}

/** In lower case, and without the remarks that follow an amount: `(6,500 per sqft)`, `@ 6,500/sqft`, `| ₹6,500/sqft`. */
function prepared(text: string): string {
  return (
    asTyped(text)
      .replace(/(\d?)([¼½¾])/g, (_, whole: string, part: string) => `${whole || 0}${HALVES[part]}`)
      .replace(/[\p{L}\p{M}]+/gu, (letters) => letters.normalize('NFKC'))
      .toLowerCase()
      .replace(/\((s|es)\)/g, '$1')
      .replace(SPOKEN, (spoken) => ` ${spokenValue(spoken)}`)
      // ₹.45,00,000, but ₹.45 Cr
      .replace(/(?<!\d)\.(?=\d{1,2}(,\d{2,3})+(?!\d))/, ' ')
      .replace(/ \.(?=\p{L})/u, ' ')
      .replace(/(?<=\d.*)(\(.*?\)|@.*$)/g, ' ')
      .replace(/(?<=\d.*)[|,;\s](?:₹|rs\.?|inr)\s*[\d.,]+\s*k?\s*(?:\/|per)\s*sq.*$/, '')
      .replace(/[!?;,|\s]+$/, '')
      .trim()
  )
}

/** Units must descend: `1 Cr 20 Lac`. Null for `20 Lac 1 Cr`, and for `1 Cr 45`, whose 45 may be lakhs. */
function sumOf(text: string, unit: number): number | null {
  let rest = text
  let total = 0
  let smallest = Number.POSITIVE_INFINITY
  while (rest !== '') {
    const [all = '', digits = '', name] = PART.exec(rest) ?? []
    const number = parseNumber(digits.trim().replace(/[.,]$/, ''))
    const scale = name === undefined ? (total === 0 ? unit : 1) : UNITS.get(name)
    if (number === null || scale === undefined || scale >= smallest) return null
    const value = number * scale
    if (value >= smallest || (name === undefined && total > 0 && value < smallest / 1_000)) return null
    total += value
    smallest = scale
    rest = rest.slice(all.length)
  }
  return smallest === Number.POSITIVE_INFINITY ? null : total
}

/** Whether every number in the text is one: not `1,5`, `45.00.000`. */
function isGrouped(text: string): boolean {
  return (text.match(/\d[\d.,]*/g) ?? []).every((digits) => parseNumber(digits.replace(/[.,]$/, '')) !== null)
}

/** NaN for two words that are no number together: two five. */
function spokenValue(spoken: string): number {
  const [first = Number.NaN, second] = spoken.split(/[ -]+/).flatMap((word) => SPOKEN_VALUES[word] ?? [])
  if (second === undefined) return first
  return first >= 20 && second < 10 ? first + second : Number.NaN
}

function oneOf(words: readonly string[]): string {
  return words.map((word) => word.normalize('NFKC')).join('|')
}

/** Each as a word of its own, in any script. */
function words(names: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${names})(?![\\p{L}\\p{M}])[.:]?`, 'gu')
}
