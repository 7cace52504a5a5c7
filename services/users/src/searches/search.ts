import { createHash } from 'node:crypto'
import { type Alert, MAX_NEW } from '@aangan/contracts/account-constants'
import { cityKey, cityName } from '@aangan/contracts/cities'
import type { SavedSearch } from '@aangan/contracts/saved-searches'
import { readArea, readPostFilters } from '@aangan/service-kit/post-filters'

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

/**
 * Reads the query string of a search: what `GET /posts` filters by is checked and put in order, all else falls away.
 * @throws BAD_REQUEST naming the parameter, what was given and what is allowed
 */
export function readSearch(text: string): ReadSearch {
  const query = Object.fromEntries(new URLSearchParams(text))
  const read = readPostFilters(query)
  const city = read.city && shownAs(read.city)
  const filters = { ...read, city, bbox: readArea(query)?.join() ?? null }
  return {
    search: queryString(filters),
    place: city === null ? '' : cityKey(city.split(',').at(-1) ?? ''),
    key: queryString({ ...filters, city: city && cityKey(city) }),
  }
}

/** In one order, so that it is the same for everyone. */
function queryString(filters: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value !== null) params.set(name, String(value))
  params.sort()
  return params.toString()
}

/** The name that is shown for a city, however it was typed. */
function shownAs(city: string): string {
  return cityName(cityKey(city)) ?? city.replace(/\s+/g, ' ')
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
