import type { Store } from '@reduxjs/toolkit'
import type { RouteObject } from 'react-router-dom'
import { renderScreen, type ServedPage } from './render.tsx'
import type { StoreDefinition } from './shared-store.ts'

/** `defineRemote` in the bundle for servers: the same exports, but `mount` resolves with the HTML of a page. */
export function defineRemote<S extends Store>({ makeStore }: StoreDefinition<S>) {
  return {
    page: ({ routes }: { routes: RouteObject[] }) => ({
      ...NOTHING,
      mount: (page: ServedPage) => renderScreen({ routes, makeStore }, page),
    }),
    offer: () => ({ ...NOTHING, mount: async () => '' }),
  }
}

const NOTHING = { bootstrap: async () => {}, unmount: async () => {}, update: async () => {} }
