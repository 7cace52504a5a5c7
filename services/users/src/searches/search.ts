import { createHash } from 'node:crypto'
import { type Alert, MAX_NEW } from '@aangan/contracts/account-constants'
import { cityKey, cityName } from '@aangan/contracts/cities'
import { localityKey } from '@aangan/contracts/locality-names'
import type { SavedSearch } from '@aangan/contracts/saved-searches'
import { readSearchText } from '@aangan/contracts/search-text/read'
import { PIN } from '@aangan/contracts/text/pin-codes'
import { readArea, readPostFilters } from '@aangan/service-kit/post-filters'

/**
 * `_id` is derived from user and search, so that concurrent saves make no duplicates. That of an earlier release may be
 * another: it knew fewer names of cities.
 */
export interface SearchDoc {
  _id: string
  userId: string
  /** 0 to MAX_SEARCHES - 1: a unique index keeps concurrent saves within the limit. */
  slot: number
  search: string
  /** Key of the city or locality by which changed listings mark the search; '' if any listing may match. */
  place: string
  alert: Alert
  /** The alert that an unsubscribe link stopped and may restore; null once the owner has chosen again. */
  stopped: Alert | null
  createdAt: string
  seenAt: string
  /** Listings published before this are not mailed. */
  since: string
  /** Ids published after `since` that are not mailed again. */
  mailed: string[]
  /** Where the last check stopped, for the next one to continue, and when the first of them began; absent at first. */
  behind?: { after: string; began: string } | null
  mailedAt: string | null
  failures: number
  /** Next check, in epoch milliseconds. */
  due: number
  /** End of a lease, backoff or pause, in epoch milliseconds. */
  heldUntil: number
}

interface ReadSearch {
  search: string
  place: string
}

/** Keeps only the filters of `GET /posts`. Throws BAD_REQUEST naming the parameter, its value and what is allowed. */
export function readSearch(text: string): ReadSearch {
  const query = Object.fromEntries(new URLSearchParams(text))
  const read = readPostFilters(query)
  const city = read.city && shownAs(read.city)
  const filters = { ...read, city, bbox: readArea(query)?.join() ?? null }
  return { search: queryString(filters), place: placeOf(filters) }
}

/** Equal for equivalent spellings of a search as `readSearch` returns it, and as earlier releases did. */
export function searchKey(search: string): string {
  const params = new URLSearchParams(search)
  const city = params.get('city')
  if (city !== null) params.set('city', cityKey(city))
  params.sort()
  return params.toString()
}

/**
 * The `place` of a search: '' around a place, whose homes may be in another city, and for a PIN code or a search in words,
 * of which only posts knows the place.
 */
export function placeOf({ city, within }: { city: string | null; within: unknown }): string {
  if (city === null || within !== null || PIN.test(city)) return ''
  const { filters, place } = readSearchText(city)
  const isPlain = Object.keys(filters).length === 0 && place === city
  return isPlain ? keyOf(city.split(',').at(-1) ?? '') : ''
}

/** Of the city that the words end with, as in 'kothrud pune', else of all of them. */
function keyOf(place: string): string {
  const words = place.trim().split(/\s+/)
  const names = words.map((_, at) => cityName(cityKey(words.slice(at).join(' '))))
  return localityKey(names.find((name) => name !== null) ?? place)
}

function queryString(filters: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value !== null) params.set(name, String(value))
  params.sort()
  return params.toString()
}

function shownAs(city: string): string {
  return cityName(cityKey(city)) ?? city.replace(/\s+/g, ' ')
}

const ID_LENGTH = 24

function searchId(userId: string, search: string): string {
  return createHash('sha256')
    .update(`${userId} ${searchKey(search)}`)
    .digest('hex')
    .slice(0, ID_LENGTH)
}

interface NewSearchFacts {
  userId: string
  read: ReadSearch
  alert: Alert
  slot: number
  now: Date
}

/** Only listings published from now on count as new. */
export function newSearch({ userId, read, alert, slot, now }: NewSearchFacts): SearchDoc {
  const { search, place } = read
  const at = now.toISOString()
  const alerts = { alert, stopped: null, mailedAt: null, heldUntil: 0, ...fromNowOn(alert, now) }
  return { _id: searchId(userId, search), userId, slot, search, place, createdAt: at, seenAt: at, ...alerts }
}

export const NEVER = Number.MAX_SAFE_INTEGER
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A changed listing may mark the search earlier. */
export function nextDue(alert: Alert, now: Date): number {
  return { off: NEVER, daily: now.getTime() + DAY_MS, now: now.getTime() + HOUR_MS }[alert]
}

type Alerting = Pick<SearchDoc, 'since' | 'mailed' | 'behind' | 'failures' | 'due'>

function fromNowOn(alert: Alert, now: Date): Alerting {
  return { since: now.toISOString(), mailed: [], behind: null, failures: 0, due: nextDue(alert, now) }
}

/** Null if unchanged. Turned on, alerts start from `now`, without a backlog. */
export function withAlert({ alert: before }: SearchDoc, alert: Alert, now: Date): Partial<SearchDoc> | null {
  if (alert === before) return null
  if (before === 'off') return { alert, stopped: null, ...fromNowOn(alert, now) }
  // Matches pending for the daily mail are sent at once.
  return { alert, stopped: null, due: alert === 'now' ? now.getTime() : nextDue(alert, now) }
}

export function toSavedSearch(doc: SearchDoc, newCount: number | null): SavedSearch {
  const { _id, search, alert, createdAt, seenAt } = doc
  return { id: _id, search, alert, createdAt, seenAt, newCount: newCount && Math.min(newCount, MAX_NEW) }
}
