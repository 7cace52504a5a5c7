import { cityKey, cityName } from '@aangan/contracts/cities'
import type { Format } from '@aangan/contracts/format'
import type { FirstData } from '@aangan/contracts/page'
import { POST_TYPES, PROPERTIES } from '@aangan/contracts/post-constants'
import { FILTER_NAMES, type FilterName, readFilter } from '@aangan/contracts/post-filters'
import { Post } from '@aangan/contracts/posts'
import { oneLine } from '@aangan/contracts/text/characters'
import { type NamedSearch, searchPhrase, searchTitle } from '@aangan/contracts/titles'
import { Value } from 'typebox/value'
import { breadcrumbs } from './json-ld.ts'
import type { PageFacts, PageMeta } from './page-meta.ts'

/** The filters in a search's title; the others only narrow it. */
const NAMING: FilterName[] = ['city', 'type', 'property']
const LONGEST_PLACE = 100

/**
 * Of a text such as '2bhk in Pune', the search that posts understood. The canonical address is one per kind of home and place; prices, rooms, order and page are views of it. Not indexed:
 * map areas and combined filters, which are endless, and empty or invalid searches.
 */
export function describeSearch({ site, format, search, first }: PageFacts): Partial<PageMeta> {
  const query = new URLSearchParams(first?.headers['content-location']?.split('?')[1] ?? search)
  const named = readNamed(query, first)
  const shown = { ...named, within: readFilter('within', oneLine(query.get('within') ?? '')) ?? null }
  const canonical = searchUrl(site.origin, named)
  const count = countOf(first)
  const isNamed = Object.values(named).some((value) => value !== null)
  const narrowed = FILTER_NAMES.filter((name) => !NAMING.includes(name) && filters(query, name)).length
  return {
    ...(isNamed && { title: searchTitle(shown) }),
    ...(count !== null && { description: describeCount(shown, count, { format, siteName: site.name }) }),
    canonical,
    index: !filters(query, 'bbox') && narrowed < 2 && count?.number !== 0 && (first === null || first.status === 200),
    jsonLd: isNamed ? [breadcrumbs(site, [{ name: searchTitle(named), url: canonical }])] : [],
  }
}

/** Absolute, with parameters in a fixed order, so that it is the same for everyone. */
export function searchUrl(origin: string, { place, type, property }: NamedSearch): string {
  const entries = Object.entries({ city: place, type, property }).filter(([, value]) => value !== null)
  const query = new URLSearchParams(entries as [string, string][]).toString()
  return `${origin}/list${query && `?${query}`}`
}

function readNamed(query: URLSearchParams, first: FirstData | null): NamedSearch {
  const choice = <T extends string>(name: string, allowed: readonly T[]) =>
    allowed.find((one) => one === oneLine(query.get(name) ?? '').toLowerCase()) ?? null
  return {
    type: choice('type', POST_TYPES),
    property: choice('property', PROPERTIES),
    place: filters(query, 'city') ? nameOf(query.get('city') ?? '', first) : null,
  }
}

function nameOf(typed: string, first: FirstData | null): string {
  const key = cityKey(typed)
  const [found] = Array.isArray(first?.body) ? first.body : []
  const written = Value.Check(Post, found) && cityKey(found.city) === key ? found.city : typed
  return cityName(key) ?? oneLine(written).slice(0, LONGEST_PLACE)
}

/** Whether a parameter filters, by the same rule as posts. */
function filters(query: URLSearchParams, name: string): boolean {
  const value = oneLine(query.get(name) ?? '').toLowerCase()
  return value !== '' && value !== 'any' && !(value === '0' && name !== 'bedroom')
}

interface Count {
  number: number
  /** The number is a lower bound. */
  more: boolean
}

function countOf(first: FirstData | null): Count | null {
  const [, digits, more] = /^(\d+)(\+?)$/.exec(first?.headers['x-total-count'] ?? '') ?? []
  return digits === undefined ? null : { number: Number(digits), more: more === '+' }
}

interface Wording {
  format: Format
  siteName: string
}

function describeCount(named: NamedSearch, { number, more }: Count, { format, siteName }: Wording): string {
  if (number === 0) return `No ${searchPhrase(named)} right now. Look nearby, or widen the search on ${siteName}.`
  const counted = `${more ? 'More than ' : ''}${format.number(number)} ${searchPhrase(named, number)}`
  return `${counted} on ${siteName}: prices, pictures and places on the map. Talk to the owner directly.`
}
