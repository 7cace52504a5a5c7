import { cityKey } from './cities.ts'
import type { Format } from './format.ts'
import { FURNISHINGS, LISTING_LIMITS, MAX_PRICE, MAX_ROOMS, POST_TYPES, PROPERTIES } from './post-constants.ts'

/** One filter of `GET /posts`: how its parameter is read, and what it says of itself. */
interface PostFilter<V> {
  /** What a text stands for that is neither empty nor 'any'; null where it is nothing that is allowed. */
  read(text: string): V | null
  /** What it may be, for a client that sent something else. */
  allowed: string
  /** The same for a visitor. */
  wrong(text: string): string
  /** In a few words: 'From ₹45 Lac'. */
  label(value: V, format: Format): string
  /** Whether a value asks for nothing after all, as an untouched price field does. */
  isNone?(value: V): boolean
}

const MAX_CITY = 100
const MAX_DAYS = 365
const WHOLE = 'Give a whole number'

/**
 * All filters, in the order of their fields. What is derived from here: the parameters of `GET /posts`, what is read of
 * them, their chips and the words of saved searches. What one finds is in `search/conditions.ts` of posts, its control in
 * `list/filter-fields.tsx` of mfe-listings; the compiler asks for both.
 */
export const POST_FILTERS = {
  city: filter({
    read: (text) => (cityKey(text) === '' || text.length > MAX_CITY ? null : text),
    allowed: `the name of a city, of at most ${MAX_CITY} characters`,
    wrong: () => 'Give the name of a place',
    label: (city) => city,
  }),
  type: choice(POST_TYPES, { buy: 'To buy', rent: 'To rent' }),
  property: choice(PROPERTIES, { apartment: 'Apartment', house: 'House', condo: 'Condo', land: 'Land' }),
  minPrice: price((amount) => `From ${amount}`),
  maxPrice: price((amount) => `Up to ${amount}`),
  bedroom: filter({
    read: readRooms,
    allowed: `a whole number from 0 to ${MAX_ROOMS}, several like 2,3, or 4+ for so many or more`,
    wrong: () => 'Give 2, or 2,3, or 4+',
    label: (rooms) => `${rooms.join(' or ')} bedroom`,
  }),
  minSize: filter({
    read: (text) => wholeNumber(text, LISTING_LIMITS.size),
    allowed: `a whole number of square feet from 0 to ${LISTING_LIMITS.size}, in digits alone`,
    wrong: () => WHOLE,
    label: (size, format) => `From ${format.size(size)}`,
    isNone: (size) => size === 0,
  }),
  furnishing: choices(FURNISHINGS, {
    furnished: 'Furnished',
    'semi-furnished': 'Semi-furnished',
    unfurnished: 'Unfurnished',
  }),
  days: filter({
    read: (text) => wholeNumber(text, MAX_DAYS) || null,
    allowed: `a whole number of days from 1 to ${MAX_DAYS}, in digits alone`,
    wrong: () => WHOLE,
    label: (days) => (days === 1 ? 'Posted in the last day' : `Posted in the last ${days} days`),
  }),
}

export type FilterName = keyof typeof POST_FILTERS
export const FILTER_NAMES = Object.keys(POST_FILTERS) as FilterName[]

/** What is filtered by; null is no filter. */
export type PostFilters = { [N in FilterName]: ReturnType<(typeof POST_FILTERS)[N]['read']> }

/**
 * What the text of a parameter asks for, which is neither empty nor 'any'; null for nothing.
 * @returns undefined where it is nothing that is allowed
 */
export function readFilter<N extends FilterName>(name: N, text: string): PostFilters[N] | undefined {
  const { read, isNone }: PostFilter<unknown> = POST_FILTERS[name]
  const value = read(text)
  if (value === null) return undefined
  return (isNone?.(value) ? null : value) as PostFilters[N]
}

/** A filter at work in a few words: 'Pune', 'To rent', '2 bedroom'; the text itself where it is nothing that is allowed. */
export function filterInWords(name: FilterName, text: string, format: Format): string {
  const { label } = POST_FILTERS[name] as unknown as PostFilter<unknown>
  const value = readFilter(name, text)
  return value === undefined || value === null ? text : label(value, format)
}

function filter<V>(one: PostFilter<V>): PostFilter<V> {
  return one
}

function choice<T extends string>(allowed: readonly T[], labels: Record<T, string>): PostFilter<T> {
  return {
    read: (text) => allowed.find((one) => one === text.toLowerCase()) ?? null,
    allowed: `one of ${allowed.join(', ')}, or nothing`,
    wrong: (text) => `“${text}” is not a choice`,
    label: (value) => labels[value],
  }
}

/** Any of some, each once and in one order, so that the same is always said in the same way. */
function choices<T extends string>(allowed: readonly T[], labels: Record<T, string>): PostFilter<T[]> {
  return {
    read(text) {
      const wanted = text.split(',').map((part) => part.trim().toLowerCase())
      const isRight = wanted.every((one) => allowed.some((known) => known === one))
      return isRight ? allowed.filter((known) => wanted.includes(known)) : null
    },
    allowed: `one of ${allowed.join(', ')}, several like ${allowed.slice(0, 2).join()}, or nothing`,
    wrong: (text) => `“${text}” is not a choice`,
    label: (values) => values.map((value, at) => (at === 0 ? labels[value] : labels[value].toLowerCase())).join(' or '),
  }
}

function price(label: (amount: string) => string): PostFilter<number> {
  return {
    read: (text) => wholeNumber(text, MAX_PRICE),
    allowed: `a whole number from 0 to ${MAX_PRICE}, in digits alone`,
    wrong: (text) => `“${text}” is no price; try 45 Lac`,
    label: (value, format) => label(format.price(value)),
    isNone: (value) => value === 0,
  }
}

/** '2', '2,3' or '1,4+', each once and in order, so that the same is always said in the same way. */
function readRooms(text: string): string[] | null {
  const parts = text.split(',').map((part) => part.trim())
  const isRight = parts.every((part) => /^\d{1,3}\+?$/.test(part) && Number.parseInt(part, 10) <= MAX_ROOMS)
  if (!isRight) return null
  const plain = parts.map((part) => part.replace(/^0+(?=\d)/, ''))
  return [...new Set(plain)].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
}

function wholeNumber(text: string, most: number): number | null {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  return value <= most ? value : null
}
