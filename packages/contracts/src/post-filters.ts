import { FURNISHING_LABELS, PROPERTY_LABELS } from './choice-labels.ts'
import type { Format } from './format.ts'
import { FURNISHINGS, LISTING_LIMITS, MAX_PRICE, MAX_ROOMS, POST_TYPES, PROPERTIES } from './post-constants.ts'

import { amountError, parseAmount } from './prices.ts'
import { asTyped, oneLine } from './text/characters.ts'
import { foldName } from './text/names.ts'
import { readWhole } from './text/numbers.ts'

/** A filter of `GET /posts`: its parser and its texts. */
interface PostFilter<V> {
  /** Parses a text that is neither empty nor 'any'; null if it is invalid. */
  read(text: string): V | null
  /** The allowed values, for API errors. */
  allowed: string
  /** The error for visitors. */
  wrong(text: string): string
  /** The text of a chip: 'From ₹45 Lac'. */
  label(value: V, format: Format): string
  /** Whether a value means no filter, such as the 0 of an untouched price field. */
  isNone?(value: V): boolean
}

const MAX_CITY = 100
const MAX_WITHIN_KM = 25
const MAX_DAYS = 365
const WHOLE = 'Enter a whole number.'

/**
 * All filters, in the order of their form fields. The parameters of `GET /posts`, their parsing, chips and the texts of
 * saved searches derive from this table. Add the condition of a new one to `search/conditions.ts` in posts and its
 * control to `list/filter-fields.tsx` in mfe-listings; both fail to compile without it.
 */
export const POST_FILTERS = {
  city: filter({
    // The length first: foldName takes seconds for long texts of combining marks.
    read: (text) => (text.length > MAX_CITY || foldName(text) === '' ? null : text),
    allowed: `the name of a city, of at most ${MAX_CITY} characters`,
    wrong: () => 'Enter a city or locality, for example Pune.',
    label: (city) => city,
  }),
  /** Kilometres around the centre of `city`; nothing without one. */
  within: filter({
    read: (text) => wholeNumber(text, MAX_WITHIN_KM) || null,
    allowed: `a whole number of kilometres from 1 to ${MAX_WITHIN_KM}`,
    wrong: noChoice,
    label: (km) => `Within ${km} km`,
  }),
  type: choice(POST_TYPES, { buy: 'To buy', rent: 'To rent' }),
  property: choice(PROPERTIES, PROPERTY_LABELS),
  minPrice: price((amount) => `From ${amount}`),
  maxPrice: price((amount) => `Up to ${amount}`),
  bedroom: filter({
    read: readRooms,
    allowed: `a whole number from 0 to ${MAX_ROOMS}, several like 2,3, or 4+ for so many or more`,
    wrong: () => 'Enter 2, or 2,3, or 4+.',
    label: (rooms) => `${rooms.join(' or ')} bedroom`,
  }),
  minSize: filter({
    read: (text) => wholeNumber(text, LISTING_LIMITS.size),
    allowed: `a whole number of square feet from 0 to ${LISTING_LIMITS.size}`,
    wrong: () => WHOLE,
    label: (size, format) => `From ${format.size(size)}`,
    isNone: (size) => size === 0,
  }),
  furnishing: choices(FURNISHINGS, FURNISHING_LABELS),
  days: filter({
    read: (text) => wholeNumber(text, MAX_DAYS) || null,
    allowed: `a whole number of days from 1 to ${MAX_DAYS}`,
    wrong: noChoice,
    label: (days) => (days === 1 ? 'Posted in the last day' : `Posted in the last ${days} days`),
  }),
}

export type FilterName = keyof typeof POST_FILTERS
export const FILTER_NAMES = Object.keys(POST_FILTERS) as FilterName[]

/** Parsed filters; null means no filter. */
export type PostFilters = { [N in FilterName]: ReturnType<(typeof POST_FILTERS)[N]['read']> }

/**
 * Parses a parameter that is neither empty nor 'any'; null means no filter.
 * @returns undefined if the text is invalid
 */
export function readFilter<N extends FilterName>(name: N, text: string): PostFilters[N] | undefined {
  const { read, isNone }: PostFilter<unknown> = POST_FILTERS[name]
  const value = read(oneLine(text))
  if (value === null) return undefined
  return (isNone?.(value) ? null : value) as PostFilters[N]
}

/** The text of a filter's chip: 'Pune', 'To rent', '2 bedroom'. Falls back to `text` if that is invalid. */
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
    wrong: noChoice,
    label: (value) => labels[value],
  }
}

/** A multiple choice, deduplicated and in the order of `allowed`, so that equal searches have equal values. */
function choices<T extends string>(allowed: readonly T[], labels: Record<T, string>): PostFilter<T[]> {
  return {
    read(text) {
      const wanted = text.split(',').map((part) => part.trim().toLowerCase())
      const isRight = wanted.every((one) => allowed.some((known) => known === one))
      return isRight ? allowed.filter((known) => wanted.includes(known)) : null
    },
    allowed: `one of ${allowed.join(', ')}, several like ${allowed.slice(0, 2).join()}, or nothing`,
    wrong: noChoice,
    label: (values) => values.map((value, at) => (at === 0 ? labels[value] : labels[value].toLowerCase())).join(' or '),
  }
}

function price(label: (amount: string) => string): PostFilter<number> {
  return {
    read: (text) => atMost(parseAmount(text), MAX_PRICE),
    allowed: `an amount from 0 to ${MAX_PRICE}, like 4500000 or 45 lakh`,
    wrong: (text) => amountError(text) ?? 'Too high. Enter a lower amount.',
    label: (value, format) => label(format.price(value)),
    isNone: (value) => value === 0,
  }
}

function noChoice(text: string): string {
  return `“${oneLine(text)}” is not one of the options. Choose one from the list.`
}

/** '2', '2,3' or '1,4+', deduplicated and sorted, so that equal searches have equal values. */
function readRooms(text: string): string[] | null {
  const parts = asTyped(text)
    .split(',')
    .map((part) => part.trim())
  const isRight = parts.every((part) => /^\d{1,3}\+?$/.test(part) && Number.parseInt(part, 10) <= MAX_ROOMS)
  if (!isRight) return null
  const plain = parts.map((part) => part.replace(/^0+(?=\d)/, ''))
  return [...new Set(plain)].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
}

function wholeNumber(text: string, most: number): number | null {
  return atMost(readWhole(text), most)
}

function atMost(value: number | null, most: number): number | null {
  return value !== null && value <= most ? value : null
}
