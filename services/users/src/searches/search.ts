import { createHash } from 'node:crypto'
import { type Alert, MAX_NEW } from '@aangan/contracts/account-constants'
import { cityKey, cityName } from '@aangan/contracts/cities'
import { MAX_PRICE, MAX_ROOMS, POST_TYPES, PROPERTIES } from '@aangan/contracts/post-constants'
import type { SavedSearch } from '@aangan/contracts/saved-searches'
import { choiceOf, integerOf, refuse, textOf } from '@aangan/service-kit/query'

/** A saved search as it is kept; `_id` follows from person and search, so that nobody saves one twice. */
export interface SearchDoc {
  _id: string
  userId: string
  /** One of MAX_SEARCHES places that a person has: a unique index keeps racing saves from taking more. */
  slot: number
  search: string
  /** The last part of its `city` as a key, by which changed listings mark it; '' for a search of no city. */
  place: string
  alert: Alert
  /** What a mail's link stopped, and may start again; null once its owner chose anew. */
  stopped: Alert | null
  createdAt: string
  seenAt: string
  /** Listings published before are not mailed any more. */
  since: string
  /** Those published after it that need not be mailed either. */
  mailed: string[]
  mailedAt: string | null
  /** Tries in a row that failed. */
  failures: number
  /** When its alert is looked at next, in milliseconds. */
  due: number
  /** Until when nobody else looks at it: it is in hand, or waits after a failure. */
  heldUntil: number
}

interface ReadSearch {
  search: string
  place: string
  /** The same for searches that look for the same in other words. */
  key: string
}

const PRICE = { min: 0, max: MAX_PRICE }
const MAX_CITY = 100

/**
 * Reads the query string of a search: what `GET /posts` filters by is checked and put in order, all else falls away.
 * @throws BAD_REQUEST naming the parameter, what was given and what is allowed
 */
export function readSearch(text: string): ReadSearch {
  const query = Object.fromEntries(new URLSearchParams(text))
  const city = readCity(query)
  const minPrice = integerOf(query, 'minPrice', PRICE) || null
  const maxPrice = integerOf(query, 'maxPrice', PRICE) || null
  if (minPrice !== null && maxPrice !== null && minPrice > maxPrice)
    refuse('minPrice', minPrice, `at most maxPrice, which is ${maxPrice}`)
  const filters = {
    bbox: readArea(query),
    bedroom: integerOf(query, 'bedroom', { min: 0, max: MAX_ROOMS }),
    city,
    maxPrice,
    minPrice,
    property: choiceOf(query, 'property', PROPERTIES),
    type: choiceOf(query, 'type', POST_TYPES),
  }
  return {
    search: queryString(filters),
    place: city === null ? '' : cityKey(city.split(',').at(-1) ?? ''),
    key: queryString({ ...filters, city: city && cityKey(city) }),
  }
}

function queryString(filters: Record<string, string | number | null>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value !== null) params.set(name, String(value))
  return params.toString()
}

type Query = Record<string, string>

/** By the name that is shown for it, however it was typed. */
function readCity(query: Query): string | null {
  const text = textOf(query, 'city')?.replace(/\s+/g, ' ') ?? null
  if (text === null) return null
  const key = cityKey(text)
  if (key === '' || text.length > MAX_CITY) refuse('city', text, 'the name of a city, of at most 100 characters')
  return cityName(key) ?? text
}

const DEGREES = /^-?\d{1,3}(\.\d{1,20})?(e-\d{1,2})?$/i

function readArea(query: Query): string | null {
  const text = textOf(query, 'bbox')
  if (text === null) return null
  const parts = text.split(',').map((part) => part.trim())
  const [west = 0, south = 0, east = 0, north = 0] = parts.map(Number)
  const isRight =
    parts.length === 4 &&
    parts.every((part) => DEGREES.test(part)) &&
    Math.max(Math.abs(west), Math.abs(east)) <= 540 &&
    Math.max(Math.abs(south), Math.abs(north)) <= 90 &&
    south <= north
  if (!isRight) refuse('bbox', text, 'west,south,east,north in degrees, south not above north, like 73.7,18.4,74,18.7')
  return [west, south, east, north].join()
}

const ID_LENGTH = 24

export function searchId(userId: string, { key }: Pick<ReadSearch, 'key'>): string {
  return createHash('sha256').update(`${userId} ${key}`).digest('hex').slice(0, ID_LENGTH)
}

interface NewSearchFacts {
  userId: string
  read: ReadSearch
  alert: Alert
  slot: number
  now: Date
}

/** Only what is published from now on is new to it. */
export function newSearch({ userId, read, alert, slot, now }: NewSearchFacts): SearchDoc {
  const { search, place } = read
  const at = now.toISOString()
  const alerts = { alert, stopped: null, mailedAt: null, heldUntil: 0, ...fromNowOn(alert, now) }
  return { _id: searchId(userId, read), userId, slot, search, place, createdAt: at, seenAt: at, ...alerts }
}

export const NEVER = Number.MAX_SAFE_INTEGER
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** When an alert is looked at next after `now`, if no changed listing marks it before. */
export function nextDue(alert: Alert, now: Date): number {
  return { off: NEVER, daily: now.getTime() + DAY_MS, now: now.getTime() + HOUR_MS }[alert]
}

type Alerting = Pick<SearchDoc, 'since' | 'mailed' | 'failures' | 'due'>

function fromNowOn(alert: Alert, now: Date): Alerting {
  return { since: now.toISOString(), mailed: [], failures: 0, due: nextDue(alert, now) }
}

/** What another choice of its owner changes; null where it is the same. Alerts that were off begin with `now`. */
export function withAlert({ alert: before }: SearchDoc, alert: Alert, now: Date): Partial<SearchDoc> | null {
  if (alert === before) return null
  if (before === 'off') return { alert, stopped: null, ...fromNowOn(alert, now) }
  // What was to come with the daily mail comes now.
  return { alert, stopped: null, due: alert === 'now' ? now.getTime() : nextDue(alert, now) }
}

export function toSavedSearch(doc: SearchDoc, newCount: number | null): SavedSearch {
  const { _id, search, alert, createdAt, seenAt } = doc
  return { id: _id, search, alert, createdAt, seenAt, newCount: newCount && Math.min(newCount, MAX_NEW) }
}
