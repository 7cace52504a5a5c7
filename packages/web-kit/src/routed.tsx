import { isId } from '@aangan/contracts/ids'
import type { Store } from '@reduxjs/toolkit'
import { type ReactNode, Suspense, useState } from 'react'
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
import { preloadComponent } from './screen.ts'

interface SurroundingsProps {
  context: RemoteContext
  store: Store
  children: ReactNode
}

/** What every tree of a remote stands in. */
export function Surroundings({ context, store, children }: SurroundingsProps) {
  return (
    <RemoteProvider value={context}>
      <Provider store={store}>{children}</Provider>
    </RemoteProvider>
  )
}

interface RoutedProps extends Omit<SurroundingsProps, 'children'> {
  routes: RouteObject[]
  /** Path and query string, on a server; in a browser the address decides. */
  location?: string
}

/** A remote's page: whichever of its routes is at the address. Call `preloadRoutes` first, or the first paint waits. */
export function Routed({ routes, location, ...surroundings }: RoutedProps) {
  const basename = surroundings.context.basePath || '/'
  const screens = (
    <Suspense>
      <Screens routes={routes} />
    </Suspense>
  )
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

/** Loads the code of the screens at an address, a path with or without its query string. */
export async function preloadRoutes(routes: RouteObject[], location: string, basePath: string): Promise<void> {
  const matches = matchRoutes(routes, location, basePath || '/') ?? []
  await Promise.all(matches.map((match) => preloadComponent(match.route.Component)))
}

/**
 * The routes, except that an address of another remote changes nothing: the shell is about to take this one away, and
 * until then what the reader sees stays.
 */
function Screens({ routes }: { routes: RouteObject[] }) {
  const location = useLocation()
  const [shown, setShown] = useState(location)
  if (location !== shown && isClaimed(routes, location)) setShown(location)
  return useRoutes(routes, shown)
}

/** `/:id` would take `/login` too: only ids stand for a listing, here as in the shell and the registry. */
function isClaimed(routes: RouteObject[], location: Location): boolean {
  const match = matchRoutes(routes, location)?.at(-1)
  return match !== undefined && (match.params.id === undefined || isId(match.params.id))
}

/** On a server nobody goes anywhere while a page is rendered. */
const STANDING: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  push: refuse,
  replace: refuse,
  go: refuse,
}

function refuse(): never {
  throw new Error('A page navigated while it was rendered on a server.')
}
