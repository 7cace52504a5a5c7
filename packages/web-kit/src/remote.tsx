import { isId } from '@aangan/contracts/ids'
import type { Store } from '@reduxjs/toolkit'
import * as React from 'react'
import { Suspense } from 'react'
import * as ReactDOMClient from 'react-dom/client'
import { Provider } from 'react-redux'
import { BrowserRouter, type Location, matchRoutes, type RouteObject, useLocation, useRoutes } from 'react-router-dom'
import singleSpaReact, { type ReactAppOrParcel } from 'single-spa-react'
import { type RemoteContext, RemoteProvider } from './context.tsx'
import { Crashed } from './crashed.tsx'
import { preloadComponent } from './screen.ts'

/** What the shell passes to every lifecycle: the context, spread, and where to render. */
export type RemoteProps = RemoteContext & { domElement: HTMLElement }

/** The single-spa lifecycles, exposed by a remote as `./remote` and by an offer under its own name. */
export type Lifecycles = Required<ReactAppOrParcel<RemoteProps>>

export interface RemoteDefinition {
  routes: RouteObject[]
  /** Called once for as long as the page lives: coming back to the remote finds what was loaded before. */
  makeStore: () => Store
}

/**
 * Makes a remote's lifecycles from its routes and its store. A screen made with `screen(…)` is loaded before it is
 * mounted, so the first paint is the screen itself; moving to another one keeps the old until the new has its code.
 */
export function createRemote({ routes, makeStore }: RemoteDefinition): Lifecycles {
  let store: Store | undefined
  const lifecycles = createLifecycles<RemoteProps>((props) => {
    store ??= makeStore()
    return (
      <Surroundings context={props} store={store}>
        <BrowserRouter basename={props.basePath}>
          <Suspense>
            <Screens routes={routes} />
          </Suspense>
        </BrowserRouter>
      </Surroundings>
    )
  })
  return {
    ...lifecycles,
    mount: async (props) => {
      await preloadScreens(routes, props.basePath)
      return lifecycles.mount(props)
    },
  }
}

export interface OfferDefinition<P extends object> {
  Component: React.ComponentType<P>
  makeStore: () => Store
}

/** Makes the lifecycles of what a remote offers to others: one component, whose props come from `context.mount`. */
export function createOffer<P extends object>({ Component, makeStore }: OfferDefinition<P>): Lifecycles {
  let store: Store | undefined
  return createLifecycles<RemoteProps & { offerProps: P }>(({ offerProps, ...context }) => {
    store ??= makeStore()
    return (
      <Surroundings context={context} store={store}>
        <Component {...offerProps} />
      </Surroundings>
    )
  })
}

interface SurroundingsProps {
  context: RemoteContext
  store: Store
  children: React.ReactNode
}

function Surroundings({ context, store, children }: SurroundingsProps) {
  return (
    <RemoteProvider value={context}>
      <Provider store={store}>{children}</Provider>
    </RemoteProvider>
  )
}

function createLifecycles<P extends RemoteProps>(rootComponent: React.FunctionComponent<P>): Lifecycles {
  const lifecycles = singleSpaReact<P>({
    React,
    ReactDOMClient,
    rootComponent,
    // Without a boundary a throw while mounting leaves single-spa waiting for ever.
    errorBoundary: (error, _info, props) => <Crashed error={error} report={props.report} />,
  })
  return lifecycles as unknown as Lifecycles
}

/**
 * The routes, except that an address of another remote changes nothing: the shell is about to take this one away, and
 * until then what the reader sees stays.
 */
function Screens({ routes }: { routes: RouteObject[] }) {
  const location = useLocation()
  const [shown, setShown] = React.useState(location)
  if (location !== shown && isClaimed(routes, location)) setShown(location)
  return useRoutes(routes, shown)
}

/** `/:id` would take `/login` too: only ids stand for a listing, here as in the shell and the registry. */
function isClaimed(routes: RouteObject[], location: Location): boolean {
  const match = matchRoutes(routes, location)?.at(-1)
  return match !== undefined && (match.params.id === undefined || isId(match.params.id))
}

async function preloadScreens(routes: RouteObject[], basePath: string): Promise<void> {
  const matches = matchRoutes(routes, window.location, basePath || '/') ?? []
  await Promise.all(matches.map((match) => preloadComponent(match.route.Component)))
}
