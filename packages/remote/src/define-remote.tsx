import type { OfferProps } from '@aangan/contracts/remotes'
import type { Slots } from '@aangan/contracts/slots'
import type { Store } from '@reduxjs/toolkit'
import * as React from 'react'
import * as ReactDOMClient from 'react-dom/client'
import type { RouteObject } from 'react-router-dom'
import singleSpaReact, { type ReactAppOrParcel } from 'single-spa-react'
import type { RemoteContext } from './context.tsx'
import { Crashed } from './crashed.tsx'
import { preloadRoutes, Routed, Surroundings } from './routed.tsx'
import { type SharedStore, type StoreDefinition, shareStore } from './shared-store.ts'

/** The context, spread, and where to render. */
export type RemoteProps = RemoteContext & { domElement: HTMLElement }

/** The single-spa lifecycles, exposed as `./remote` and by each offer. */
export type Lifecycles = Required<ReactAppOrParcel<RemoteProps>>

export interface Remote {
  /** Lifecycles of the routes. Each `screen(…)` is loaded before it mounts; on navigation the old one stays until the new one is loaded. */
  page(parts: { routes: RouteObject[] }): Lifecycles
  /** Lifecycles of one offered component; the host page passes its props. */
  offer<Slot extends keyof Slots>(parts: { Component: React.ComponentType<Slots[Slot]> }): Lifecycles
}

/** One store, shared by the remote's page and all its offers. */
export function defineRemote<S extends Store>(definition: StoreDefinition<S>): Remote {
  const shared = shareStore(definition)
  return {
    page: ({ routes }) =>
      createLifecycles(shared, {
        prepare: ({ basePath }) => preloadRoutes(routes, window.location.pathname, basePath),
        render: (context, store) => <Routed {...{ routes, context, store }} />,
      }),
    offer: ({ Component }) =>
      createLifecycles<S, RemoteProps & OfferProps<React.ComponentProps<typeof Component>>>(shared, {
        render: ({ offerProps, ...context }, store) => (
          <Surroundings {...{ context, store }}>
            <Component {...offerProps} />
          </Surroundings>
        ),
      }),
  }
}

interface Tree<S, P> {
  /** Awaited before the first render. */
  prepare?: (props: RemoteProps) => Promise<void>
  render: (props: P, store: S) => React.ReactNode
}

function createLifecycles<S extends Store, P extends RemoteProps = RemoteProps>(
  shared: SharedStore<S>,
  { prepare, render }: Tree<S, P>,
): Lifecycles {
  const { bootstrap, mount, unmount, update } = singleSpaReact<P>({
    React,
    ReactDOMClient,
    rootComponent: (props) => render(props, shared.get()),
    // Without an error boundary, a throw while mounting leaves single-spa waiting forever.
    errorBoundary: (error, _info, props) => <Crashed error={error} report={props.report} />,
  }) as unknown as Lifecycles
  return {
    bootstrap,
    update,
    mount: async (props) => {
      await prepare?.(props)
      shared.open(props.domElement, props)
      await mount(props)
    },
    // single-spa also unmounts a remote whose `prepare` failed: nothing is mounted then.
    unmount: async (props) => {
      if (!shared.isOpen(props.domElement)) return
      try {
        await unmount(props)
      } finally {
        shared.close(props.domElement)
      }
    },
  }
}
