import type { Currency } from './prices.ts'

/** Used when a reader's locale is missing or unknown. */
export const DEFAULT_LOCALE = 'en-IN'

/** Formats figures and times: digits grouped for the reader's locale, words in English. */
export interface Format {
  /** The site's currency sign: '$', '₹'. */
  sign: string
  /** Whole units: '$ 1,200,000' in the reader's grouping; '₹12,500', '₹45 Lac', '₹1.2 Cr' in every locale. */
  price(amount: number): string
  /** Not rounded, for amounts that are paid: '₹34,713'. */
  exactPrice(amount: number): string
  /** For tight space: '$ 4.5M', '$ 45L' with Indian grouping, '₹45 Lac'. */
  shortPrice(amount: number): string
  /** For input fields, which parse only commas: '4,500,000', '45,00,000'. */
  fieldAmount(amount: number): string
  /** '1,204' */
  number(number: number): string
  /** For tight space: '1,204', '12.3K', '1M'. */
  shortNumber(number: number): string
  /** '1 home', '1,204 homes', or '10,000+ homes' if there are more. */
  homes(count: number, more?: boolean): string
  /** From square feet: '1,100 sqft'. */
  size(sqft: number): string
  /** From metres: '850m', or '1.5km' above 999. */
  distance(metres: number): string
  /** From a fraction of 1: '38 %'. */
  percent(share: number): string
  /** The day of an ISO time in Indian time: '2 January 2026'. */
  date(time: string): string
  /** The year of an ISO time in Indian time: '2026'. */
  year(time: string): string
  /** The time of day of an ISO time in Indian time: '2:05 pm'. */
  clock(time: string): string
  /** As `clock`, and its zone if the reader is in another, which is `offset` minutes behind UTC: '2:05 pm India time'. */
  zonedClock(time: string, offset?: number): string
  /** 'just now', '1 minute ago', '3 hours ago', '12 days ago'. */
  ago(time: string, now?: number): string
}

export interface FormatOptions {
  /** Must come from `knownLocale`: formatters are cached per locale and never evicted, so the set has to be finite. */
  locale: string
  currency: Currency
}

const formats = new Map<string, Format>()

/** Returns a cached formatter, the same object for equal options: Intl formatters are slow to create. */
export function createFormat({ locale, currency }: FormatOptions): Format {
  const key = `${locale} ${currency}`
  const format = formats.get(key) ?? makeFormat(locale, currency)
  formats.set(key, format)
  return format
}

/** Resolves a language tag to a supported locale: 'en-IN', or 'de' for 'de-XX'. Null if there is none. */
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
  const number = (value: number) => grouped(value, locale)
  const isIndian = currency === 'inr' || number(LAKH) === '1,00,000'
  const shortNumber = (value: number) => (value < SHORTENED ? number(value) : compactFormat('en').format(value))
  const shortAmount = (value: number) => compactFormat(isIndian ? 'en-IN' : 'en').format(value)
  const exactPrice = currency === 'inr' ? rupees : (amount: number) => `${sign} ${number(amount)}`
  const clock = (time: string) => clockFormat(locale).format(Date.parse(time))
  const price = currency === 'inr' ? lakhsAndCrores : exactPrice
  return {
    sign,
    price,
    exactPrice,
    shortPrice: (amount) =>
      currency === 'usd' && amount >= LONG_PRICE ? `${sign} ${shortAmount(amount)}` : price(amount),
    fieldAmount: (amount) => grouped(amount, isIndian ? 'en-IN' : 'en-US'),
    number,
    shortNumber,
    homes: (count, more = false) => `${number(count)}${more ? '+' : ''} ${count === 1 && !more ? 'home' : 'homes'}`,
    size: (sqft) => `${number(sqft)} sqft`,
    distance: (metres) => (metres > 999 ? `${twoDecimals(metres / 1000)}km` : `${metres}m`),
    percent: (share) => `${Math.round(share * 100)} %`,
    date: (time) => dateIn(english(locale), inIndia(time)),
    year: (time) => String(inIndia(time).getUTCFullYear()),
    clock,
    zonedClock: (time, offset = new Date(time).getTimezoneOffset()) =>
      offset === INDIA_OFFSET ? clock(time) : `${clock(time)} India time`,
    ago,
  }
}

/** Minutes, as `getTimezoneOffset` returns them. */
const INDIA_OFFSET = -330
const LAKH = 100_000
const CRORE = 10_000_000
/** From here on the full price is too wide for a map marker. */
const LONG_PRICE = 100_000
const SHORTENED = 10_000

function rupees(amount: number): string {
  return `₹${grouped(amount, 'en-IN')}`
}

function lakhsAndCrores(amount: number): string {
  if (amount < LAKH) return rupees(amount)
  const lakhs = twoDecimals(amount / LAKH)
  // 99,99,999 rounds to 100 lakh, which is written as 1 crore.
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

const THOUSANDS = /\B(?=(?:\d{3})+$)/g

/**
 * Of most readers. A browser's first use of Intl takes its page 20 to 40 ms, just while it is hydrated, so what first pages
 * show needs none for them.
 */
const GROUPS = new Map([
  ['en-IN', /\B(?=(?:\d\d)*\d{3}$)/g],
  ['en-GB', THOUSANDS],
  ['en-US', THOUSANDS],
])

/** The reader's grouping with Latin digits: the surrounding text is English, and input fields parse no others. */
function grouped(value: number, locale: string): string {
  const groups = GROUPS.get(locale)
  const [, whole, fraction = ''] = /^(-?\d+)(\.\d{1,3})?$/.exec(String(value)) ?? []
  if (!groups || whole === undefined) return numberFormat(locale).format(value)
  return whole.replace(groups, ',') + fraction
}

const numberFormat = cachedByLocale((locale) => new Intl.NumberFormat(locale, { numberingSystem: 'latn' }))

const compactFormat = cachedByLocale(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 }),
)

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** India's day and year of an ISO time, as if they were UTC's. Its clocks have not changed since 1945. */
function inIndia(time: string): Date {
  return new Date(Date.parse(time) - INDIA_OFFSET * 60_000)
}

/** In the order of an English reader's own country. */
function dateIn(locale: string, day: Date): string {
  const [date, month, year] = [day.getUTCDate(), MONTHS[day.getUTCMonth()], day.getUTCFullYear()]
  if (locale === 'en-US') return `${month} ${date}, ${year}`
  return GROUPS.has(locale) ? `${date} ${month} ${year}` : dateFormat(locale).format(day)
}

const dateFormat = cachedByLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }))

const clockFormat = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(english(locale), { timeStyle: 'short', timeZone: 'Asia/Kolkata' }),
)

function english(locale: string): string {
  return /^en\b/.test(locale) ? locale : DEFAULT_LOCALE
}

function cachedByLocale<T>(create: (locale: string) => T): (locale?: string) => T {
  const cache = new Map<string, T>()
  return (locale = '') => {
    const value = cache.get(locale) ?? create(locale)
    cache.set(locale, value)
    return value
  }
}
