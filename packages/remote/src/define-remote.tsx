import type { OfferProps } from '@aangan/contracts/remotes'
import type { Slots } from '@aangan/contracts/slots'
import type { Store } from '@reduxjs/toolkit'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import type { RouteObject } from 'react-router-dom'
import type { ParcelConfigObject } from 'single-spa'
import { takeOver } from './before-hydration.ts'
import type { RemoteContext } from './context.tsx'
import { hasFirstData } from './first-data.ts'
import { reportLocated } from './located.ts'
import { Boundary, Shown } from './root.tsx'
import { fillStore, PAGE_IDS, preloadRoutes, Routed, Surroundings } from './routed.tsx'
import { type SharedStore, type StoreDefinition, shareStore } from './shared-store.ts'

/** The context, spread, and where to render. */
export type RemoteProps = RemoteContext & { domElement: HTMLElement }

/** The single-spa lifecycles, exposed as `./remote` and by each offer. */
export type Lifecycles = Required<Pick<ParcelConfigObject<RemoteProps>, 'bootstrap' | 'mount' | 'unmount' | 'update'>>

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
        fill: (store, { basePath }) => {
          const { pathname, search } = window.location
          return fillStore(routes, store, { pathname, search, basePath, carries: hasFirstData })
        },
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
  /**
   * Awaited before the HTML of a served page is hydrated: fills the store with the data that it was rendered with. What it
   * returns is called once that is shown.
   */
  fill?: (store: S, props: RemoteProps) => Promise<() => void>
  render: (props: P, store: S) => React.ReactNode
}

function createLifecycles<S extends Store, P extends RemoteProps = RemoteProps>(
  shared: SharedStore<S>,
  { prepare, fill, render }: Tree<S, P>,
): Lifecycles {
  const roots = new Map<HTMLElement, Root>()

  /** Resolves once React has shown it, or has called the boundary. */
  function show(props: P, showTree: (tree: React.ReactNode) => void): Promise<void> {
    return new Promise((resolve) =>
      showTree(
        <Shown onShown={resolve}>
          <Boundary report={props.report}>{render(props, shared.get())}</Boundary>
        </Shown>,
      ),
    )
  }

  async function mount(props: P): Promise<void> {
    const { domElement, report } = props
    await prepare?.(props)
    const store = shared.open(domElement, props)
    if (domElement.hasChildNodes()) {
      const filled = await fill?.(store, props)
      const options = {
        identifierPrefix: PAGE_IDS,
        onRecoverableError: reportLocated(report),
      }
      const enterAgain = takeOver(domElement)
      await show(props, (tree) => void roots.set(domElement, hydrateRoot(domElement, tree, options)))
      filled?.()
      return enterAgain()
    }
    const root = createRoot(domElement)
    roots.set(domElement, root)
    return show(props, (tree) => root.render(tree))
  }

  return {
    bootstrap: async () => {},
    mount,
    update: async (props) => {
      const root = roots.get(props.domElement)
      if (root) await show(props, (tree) => root.render(tree))
    },
    // single-spa also unmounts a remote whose `prepare` failed: nothing is mounted then.
    unmount: async ({ domElement }) => {
      if (!shared.isOpen(domElement)) return
      try {
        roots.get(domElement)?.unmount()
      } finally {
        roots.delete(domElement)
        shared.close(domElement)
      }
    },
  } satisfies Record<keyof Lifecycles, (props: P) => Promise<void>> as unknown as Lifecycles
}
