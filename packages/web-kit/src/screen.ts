import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { type ComponentType, createElement, use } from 'react'

/** Where a screen is shown: what its route's path says, and the query string. */
interface ScreenPlace {
  params: { readonly id?: string }
  search: string
}

/** Dispatches the call that the manifest's `data` names for the route, so that its answer is there to be rendered. */
type Ask = (dispatch: ThunkDispatch<unknown, unknown, UnknownAction>, place: ScreenPlace) => PromiseLike<unknown>

/** A component whose code comes when it is first needed, or earlier through `preload`. */
export interface Screen {
  (): React.ReactNode
  preload(): Promise<unknown>
  ask: Ask | undefined
}

/**
 * Like `React.lazy`, but a screen that has been preloaded renders at once: a lazy one always shows its fallback first,
 * and React then keeps that fallback for 300 ms. A failed load is tried again the next time.
 */
export function screen(load: () => Promise<ComponentType>, ask?: Ask): Screen {
  let Loaded: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined

  function preload(): Promise<ComponentType> {
    loading ??= load().then(
      (component) => {
        Loaded = component
        return component
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  return Object.assign(() => createElement(Loaded ?? use(preload())), { preload, ask })
}

/** Loads the code of a route's component where it is a `screen`; every other component is there already. */
export async function preloadComponent(component: unknown): Promise<void> {
  if (isScreen(component)) await component.preload()
}

export function isScreen(component: unknown): component is Screen {
  return typeof component === 'function' && 'preload' in component
}
