import type { Currency } from './prices.ts'

/** For whoever states no locale of their own that is known. */
export const DEFAULT_LOCALE = 'en-IN'

/** How a page writes figures and times: digits grouped as its reader's locale does, words in English. */
export interface Format {
  /** The sign before an amount of the site's currency: '$', '₹'. */
  sign: string
  /** Whole units as a price: '$ 1,200,000' in the reader's grouping; '₹12,500', '₹45 Lac', '₹1.2 Cr' everywhere. */
  price(amount: number): string
  /** The same to the unit, for what is paid and not only compared: '₹34,713'. */
  exactPrice(amount: number): string
  /** The same where there is little room: '$ 4.5M', '$ 45L' where the grouping is India's, '₹45 Lac'. */
  shortPrice(amount: number): string
  /** An amount in a field, grouped with commas alone, since fields read nothing else: '4,500,000', '45,00,000'. */
  fieldAmount(amount: number): string
  /** '1,204' */
  number(number: number): string
  /** A number where there is little room: '1,204', '12.3K', '1M'. */
  shortNumber(number: number): string
  /** '1 home', '1,204 homes', and '10,000+ homes' for at least so many. */
  homes(count: number, more?: boolean): string
  /** An area from whole square feet: '1,100 sqft'. */
  size(sqft: number): string
  /** From whole metres: '850m', and from a kilometre on '1.5km'. */
  distance(metres: number): string
  /** A part of one: '38 %'. */
  percent(share: number): string
  /** The day of an ISO time, in India: '2 January 2026'. */
  date(time: string): string
  /** The time of day of an ISO time, in India: '2:05 pm'. */
  clock(time: string): string
  /** How long ago an ISO time was: 'just now', '1 minute ago', '3 hours ago', '12 days ago'. */
  ago(time: string, now?: number): string
}

export interface FormatOptions {
  /** One that `knownLocale` answers: there are some hundreds of them, and each one's formatters are kept. */
  locale: string
  currency: Currency
}

const made = new Map<string, Format>()

/** The formatter of a locale and a currency: always the same object, since what it stands on is slow to make. */
export function createFormat({ locale, currency }: FormatOptions): Format {
  const key = `${locale} ${currency}`
  const format = made.get(key) ?? makeFormat(locale, currency)
  made.set(key, format)
  return format
}

/** The locale that writes numbers for those who ask for `tag`: 'en-IN', 'de' for 'de-XX'. Null where none is known. */
export function knownLocale(tag: string): string | null {
  try {
    const { language, script, region } = new Intl.Locale(tag)
    const plain = [language, script, region].filter(Boolean).join('-')
    if (Intl.NumberFormat.supportedLocalesOf(plain).length === 0) return null
    return new Intl.NumberFormat(plain).resolvedOptions().locale
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function makeFormat(locale: string, currency: Currency): Format {
  const sign = currency === 'inr' ? '₹' : '$'
  const number = (value: number) => numberFormat(locale).format(value)
  const isIndian = currency === 'inr' || number(LAKH) === '1,00,000'
  const shortNumber = (value: number) => (value < SHORTENED ? number(value) : compactFormat('en').format(value))
  const shortAmount = (value: number) => compactFormat(isIndian ? 'en-IN' : 'en').format(value)
  const exactPrice = currency === 'inr' ? rupees : (amount: number) => `${sign} ${number(amount)}`
  const price = currency === 'inr' ? lakhsAndCrores : exactPrice
  return {
    sign,
    price,
    exactPrice,
    shortPrice: (amount) =>
      currency === 'usd' && amount >= LONG_PRICE ? `${sign} ${shortAmount(amount)}` : price(amount),
    fieldAmount: (amount) => numberFormat(isIndian ? 'en-IN' : 'en-US').format(amount),
    number,
    shortNumber,
    homes: (count, more = false) => `${number(count)}${more ? '+' : ''} ${count === 1 && !more ? 'home' : 'homes'}`,
    size: (sqft) => `${number(sqft)} sqft`,
    distance: (metres) => (metres > 999 ? `${twoDecimals(metres / 1000)}km` : `${metres}m`),
    percent: (share) => `${Math.round(share * 100)} %`,
    date: (time) => dateFormat(locale).format(Date.parse(time)),
    clock: (time) => clockFormat(locale).format(Date.parse(time)),
    ago,
  }
}

const LAKH = 100_000
const CRORE = 10_000_000
/** From here on a price in full would be wider than a marker of the map may be. */
const LONG_PRICE = 100_000
const SHORTENED = 10_000

function rupees(amount: number): string {
  return `₹${numberFormat('en-IN').format(amount)}`
}

function lakhsAndCrores(amount: number): string {
  if (amount < LAKH) return rupees(amount)
  const lakhs = twoDecimals(amount / LAKH)
  // 99,99,999 rounds to a hundred lakh, which nobody says.
  return lakhs < 100 ? `₹${lakhs} Lac` : `${rupees(twoDecimals(amount / CRORE))} Cr`
}

function twoDecimals(number: number): number {
  return Math.round(number * 100) / 100
}

const SPANS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

function ago(time: string, now = Date.now()): string {
  const elapsed = now - Date.parse(time)
  for (const [name, length] of SPANS) {
    const count = Math.floor(elapsed / length)
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'} ago`
  }
  return 'just now'
}

/** The reader's grouping with everyone's digits: the words around it are English, and fields read no others. */
const numberFormat = kept((locale) => new Intl.NumberFormat(locale, { numberingSystem: 'latn' }))

const compactFormat = kept(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 }),
)

/** English months, in the order of an English reader's own country. */
const dateFormat = kept(
  (locale) => new Intl.DateTimeFormat(english(locale), { dateStyle: 'long', timeZone: 'Asia/Kolkata' }),
)

const clockFormat = kept(
  (locale) => new Intl.DateTimeFormat(english(locale), { timeStyle: 'short', timeZone: 'Asia/Kolkata' }),
)

function english(locale: string): string {
  return /^en\b/.test(locale) ? locale : DEFAULT_LOCALE
}

/** Makes each locale's once, when it is first needed. */
function kept<T>(make: (locale: string) => T): (locale?: string) => T {
  const all = new Map<string, T>()
  return (locale = '') => {
    const one = all.get(locale) ?? make(locale)
    all.set(locale, one)
    return one
  }
}
