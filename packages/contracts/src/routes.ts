import { isId } from './ids.ts'
import type { RemoteRoute } from './manifest.ts'

export interface RouteMatch<R> {
  /** The remote that shows it. */
  remote: string
  route: R
  /** What stands in the address for each parameter of the route, decoded. */
  params: Record<string, string>
}

/** The remotes by name, each with the routes its manifest claims. */
type Remotes<R> = Record<string, { routes: readonly R[] }>

/** How exactly a segment of a route fits: the first difference decides between two routes. */
const STATIC = '0'
const ID = '1'
const ANY = '2'

const PLACEHOLDER = /\{(\w+)\}/g

/**
 * Which remote shows a path, or null where none does: the page is then 'Not Found', on the HTTP answer too. The registry
 * and the shell ask the same question with the same answer. Segment by segment a word goes before `{id}`, and that
 * before any other parameter.
 */
export function matchRoute<R extends RemoteRoute>(remotes: Remotes<R>, path: string): RouteMatch<R> | null {
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

/** What a segment gives a parameter; null for one that it cannot be, and for those that lead to another folder. */
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

/** The names of a route's parameters, in their order. */
export function parametersOf(path: string): string[] {
  return path.split('/').flatMap((word) => parameterOf(word) ?? [])
}

/** The same for two routes of one remote that no address could tell apart. */
export function routeKey(path: string): string {
  return path.replaceAll(/\{(?!id\})\w+\}/g, '{}')
}

/** The same for two routes that only one remote may claim: `/edit/{id}` and `/edit/{draft}`. */
export function claimKey(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}')
}

/** The call that a route's `data` names, for this address; null where the route has none. */
export function routeData({ route, params }: RouteMatch<RemoteRoute>, search: string): string | null {
  const fill = (name: string) => (name === 'search' ? search : encodeURIComponent(params[name] ?? ''))
  return route.data?.replaceAll(PLACEHOLDER, (_placeholder, name: string) => fill(name)) ?? null
}

/** The names of all placeholders in a route's `data`. */
export function placeholdersOf(data: string): string[] {
  return [...data.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
}
