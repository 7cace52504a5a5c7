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

/** What the shell passes to every lifecycle: the context, spread, and where to render. */
export type RemoteProps = RemoteContext & { domElement: HTMLElement }

/** The single-spa lifecycles, exposed by a remote as `./remote` and by an offer under its own name. */
export type Lifecycles = Required<ReactAppOrParcel<RemoteProps>>

export interface Remote {
  /**
   * The lifecycles of the remote's routes. A screen made with `screen(…)` is loaded before it is mounted, so the first
   * paint is the screen itself; moving to another one keeps the old until the new has its code.
   */
  page(parts: { routes: RouteObject[] }): Lifecycles
  /** The lifecycles of what the remote offers for a slot: one component, whose props the page around it passes. */
  offer<Slot extends keyof Slots>(parts: { Component: React.ComponentType<Slots[Slot]> }): Lifecycles
}

/** A remote: one store, for its page and for everything that it offers to others. */
export function defineRemote<S extends Store>(definition: StoreDefinition<S>): Remote {
  const shared = shareStore(definition)
  return {
    page: ({ routes }) =>
      createLifecycles(shared, {
        prepare: ({ basePath }) => preloadRoutes(routes, window.location.pathname, basePath),
        render: (context, store) => <Routed {...{ routes, context, store }} />,
      }),
    offer: ({ Component }) =>
      createLifecycles<S, OfferProps<React.ComponentProps<typeof Component>>>(shared, {
        render: ({ offerProps, ...context }, store) => (
          <Surroundings {...{ context, store }}>
            <Component {...offerProps} />
          </Surroundings>
        ),
      }),
  }
}

type OfferProps<P> = RemoteProps & { offerProps: P }

interface Tree<S, P> {
  /** What has to be there before the first render. */
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
    // Without a boundary a throw while mounting leaves single-spa waiting for ever.
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
    // single-spa also unmounts what failed while it was prepared: then there is nothing yet.
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
