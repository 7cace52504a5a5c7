import { isId } from './ids.ts'
import type { RemoteRoute } from './manifest.ts'

export interface RouteMatch<R> {
  remote: string
  route: R
  /** Decoded path parameters by name. */
  params: Record<string, string>
}

/** Remotes by name, each with the routes of its manifest. */
type Remotes<R> = Record<string, { routes: readonly R[] }>

/**
 * How specific a segment's match is. Compared as text from the left, so the first difference decides between two
 * routes.
 */
const STATIC = '0'
const ID = '1'
const ANY = '2'

const PLACEHOLDER = /\{(\w+)\}/g

/**
 * Finds the remote that shows a path; null means 'Not Found', a 404 in the HTTP response too. Registry and shell share
 * it, so they always agree. In each segment, literal text wins over `{id}`, and `{id}` over any other parameter.
 */
export function matchRoute<R extends Pick<RemoteRoute, 'path'>>(
  remotes: Remotes<R>,
  path: string,
): RouteMatch<R> | null {
  let best: RouteMatch<R> | null = null
  let bestFit = ''
  for (const [remote, { routes }] of Object.entries(remotes)) {
    for (const route of routes) {
      const fitting = fit(route.path, path)
      if (!fitting || (best && fitting.fit >= bestFit)) continue
      best = { remote, route, params: fitting.params }
      bestFit = fitting.fit
    }
  }
  return best
}

/** The module that every remote exposes: the lifecycles of its routes. */
export const PAGE_MODULE = './remote'

/** The modules whose chunks the first view of a route needs, besides the entry. */
export function modulesOf({ preload = [] }: Pick<RemoteRoute, 'preload'>): string[] {
  return [PAGE_MODULE, ...preload]
}

/** An address that shows something of these routes; the site's first page for a part without a page of its own. */
export function pageOfRoutes(routes: readonly Pick<RemoteRoute, 'path'>[] = []): string {
  return routes.find(({ path }) => !path.includes('{'))?.path ?? '/'
}

function fit(pattern: string, path: string): { fit: string; params: Record<string, string> } | null {
  const segments = path.split('/')
  const wanted = pattern.split('/')
  if (segments.length !== wanted.length) return null
  const params: Record<string, string> = {}
  let fit = ''
  for (const [at, segment] of segments.entries()) {
    const word = wanted[at] ?? ''
    const name = parameterOf(word)
    const value = name ? textFor(name, segment) : null
    if (name ? value === null : word !== segment) return null
    if (name && value !== null) params[name] = value
    fit += name ? (name === 'id' ? ID : ANY) : STATIC
  }
  return { fit, params }
}

function parameterOf(word: string): string | null {
  return word.startsWith('{') ? word.slice(1, -1) : null
}

/** Decodes a segment for a parameter; null if it cannot match, or would lead to another folder (`.`, `..`). */
function textFor(name: string, segment: string): string | null {
  if (name === 'id') return isId(segment) ? segment : null
  const value = decoded(segment)
  return value === '' || value === '.' || value === '..' ? null : value
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** Parameter names in order. */
export function parametersOf(path: string): string[] {
  return path.split('/').flatMap((word) => parameterOf(word) ?? [])
}

/** Equal for two routes of one remote that match the same paths. */
export function routeKey(path: string): string {
  return path.replaceAll(/\{(?!id\})\w+\}/g, '{}')
}

/** Equal for two routes that only one remote may claim: `/edit/{id}` and `/edit/{draft}`. */
export function claimKey(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}')
}

export function callsOf(data: RemoteRoute['data']): string[] {
  return data === undefined ? [] : [data].flat()
}

interface Visit {
  /** With its `?` if not empty. */
  search: string
  isSignedIn: boolean
}

/** The route's `data`, filled in for this address, and then its `userData`. */
export function routeData({ route, params }: RouteMatch<RemoteRoute>, { search, isSignedIn }: Visit): string[] {
  const fill = (name: string) => (name === 'search' ? search : encodeURIComponent(params[name] ?? ''))
  const calls = [...callsOf(route.data), ...(isSignedIn ? callsOf(route.userData) : [])]
  return calls.map((call) => call.replaceAll(PLACEHOLDER, (_placeholder, name: string) => fill(name)))
}

export interface PageAddress {
  path: string
  /** With its `?`; empty for a lone one, as in `location`. */
  search: string
}

/** @param url path and query of a request */
export function pageAddress(url: string): PageAddress {
  const start = url.indexOf('?')
  const [path, search] = start < 0 ? [url, ''] : [url.slice(0, start), url.slice(start)]
  return { path, search: search === '?' ? '' : search }
}

/** The page that somebody means who has put a slash at its end; null if there is none. */
export function withoutSlash(
  remotes: Remotes<Pick<RemoteRoute, 'path'>>,
  { path, search }: PageAddress,
): string | null {
  const bare = path.replace(/\/$/, '')
  return matchRoute(remotes, bare) && bare + search
}

/** Whether only the response to the first call of the route's `data` tells if there is such a page, as for one listing of many. */
export function isProvenByData({ data }: Pick<RemoteRoute, 'data'>): boolean {
  return placeholdersOf(callsOf(data)[0] ?? '').some((name) => name !== 'search')
}

export function placeholdersOf(call: string): string[] {
  return [...call.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
}
