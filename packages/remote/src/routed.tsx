import { isId } from '@aangan/contracts/ids'
import type { Store, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { type ReactNode, useState } from 'react'
import { Provider } from 'react-redux'
import {
  BrowserRouter,
  createPath,
  type Location,
  matchRoutes,
  type Navigator,
  type RouteObject,
  Router,
  useLocation,
  useRoutes,
} from 'react-router-dom'
import { type RemoteContext, RemoteProvider } from './context.tsx'
import { isScreen, preloadComponent } from './screen.ts'

interface SurroundingsProps {
  context: RemoteContext
  store: Store
  children: ReactNode
}

export function Surroundings({ context, store, children }: SurroundingsProps) {
  return (
    <RemoteProvider value={context}>
      <Provider store={store}>{children}</Provider>
    </RemoteProvider>
  )
}

interface RoutedProps extends Omit<SurroundingsProps, 'children'> {
  routes: RouteObject[]
  /** On a server; omit in a browser. */
  location?: string | Partial<Location>
}

/** Call `preloadRoutes` first, or the first paint waits for the screen's code. */
export function Routed({ routes, location, ...surroundings }: RoutedProps) {
  const basename = surroundings.context.basePath || '/'
  // Without a Suspense: React would hydrate what is in it later, and keeps the screen before until another one is loaded.
  const screens = <Screens routes={routes} />
  return (
    <Surroundings {...surroundings}>
      {location === undefined ? (
        <BrowserRouter basename={basename}>{screens}</BrowserRouter>
      ) : (
        <Router basename={basename} location={location} navigator={STANDING} static>
          {screens}
        </Router>
      )}
    </Surroundings>
  )
}

/** Whatever screen has failed before is loaded anew. `location` is a path, with or without a query string. */
export async function preloadRoutes(routes: RouteObject[], location: string, basePath: string): Promise<void> {
  for (const { Component } of routes) if (isScreen(Component)) Component.reset()
  const matches = matchRoutes(routes, location, basePath || '/') ?? []
  await Promise.all(matches.map((match) => preloadComponent(match.route.Component)))
}

/** Prefix of the ids in the HTML of a page. */
export const PAGE_IDS = 'page'

interface CarriedPage {
  pathname: string
  search: string
  basePath: string
  /** Whether the page has the response to an API call. */
  carries: (path: string) => boolean
}

/**
 * Puts the data that the page carries for this address into the store. Preload the screens first. Call the returned
 * function once they use it: it is then theirs to keep.
 */
export async function fillStore(
  routes: RouteObject[],
  store: Store,
  { pathname, search, basePath, carries }: CarriedPage,
): Promise<() => void> {
  const dispatch: ThunkDispatch<unknown, unknown, UnknownAction> = store.dispatch
  const matches = matchRoutes(routes, { pathname, search }, basePath || '/') ?? []
  const queries = matches.flatMap(({ route: { Component }, params }) =>
    isScreen(Component) ? Object.entries(Component.ask?.({ params, search }) ?? {}) : [],
  )
  // Screens ask for the rest, once they are shown.
  const asked = queries.filter(([path]) => carries(path)).map(([, query]) => dispatch(query))
  await Promise.all(asked)
  return () => {
    for (const each of asked) each.unsubscribe()
  }
}

/** Ignores addresses of other remotes: the shell is about to unmount this one, and its screen stays visible until then. */
function Screens({ routes }: { routes: RouteObject[] }) {
  const location = useLocation()
  const [shown, setShown] = useState(location)
  if (location !== shown && isClaimed(routes, location)) setShown(location)
  // Somebody may have gone on before the first render.
  return isClaimed(routes, shown) ? <Matched routes={routes} location={shown} /> : null
}

function Matched({ routes, location }: { routes: RouteObject[]; location: Location }) {
  return useRoutes(routes, location)
}

/** `/:id` also matches `/login`; as in the shell and the registry, only ids are listings. */
function isClaimed(routes: RouteObject[], location: Location): boolean {
  const match = matchRoutes(routes, location)?.at(-1)
  return match !== undefined && (match.params.id === undefined || isId(match.params.id))
}

/** Server rendering cannot navigate. */
const STANDING: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  push: refuse,
  replace: refuse,
  go: refuse,
}

function refuse(): never {
  throw new Error(
    'A screen tried to navigate while rendering on a server: navigate from an effect or an event handler.',
  )
}
