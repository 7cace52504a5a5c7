import { isId } from './ids.ts'
import type { RemoteRoute } from './manifest.ts'

export interface RouteMatch<R> {
  /** The remote that shows it. */
  remote: string
  route: R
  /** What stands where the route says `{id}`. */
  id: string | null
}

/** The remotes by name, each with the routes its manifest claims. */
type Remotes<R> = Record<string, { routes: readonly R[] }>

/**
 * Which remote shows a path, or null where none does: the page is then 'Not Found', on the HTTP answer too. The registry
 * and the shell ask the same question with the same answer.
 */
export function matchRoute<R extends RemoteRoute>(remotes: Remotes<R>, path: string): RouteMatch<R> | null {
  const id = isId(path.slice(1)) ? path.slice(1) : null
  for (const [remote, { routes }] of Object.entries(remotes)) {
    const route = routes.find((candidate) => candidate.path === (id ? '/{id}' : path))
    if (route && (id || !path.includes('{'))) return { remote, route, id }
  }
  return null
}

/** The call that a route's `data` names, for this address; null where the route has none. */
export function routeData(match: RouteMatch<RemoteRoute>, search: string): string | null {
  return match.route.data?.replaceAll('{id}', match.id ?? '').replaceAll('{search}', () => search) ?? null
}
