import { type ComponentType, createElement, use } from 'react'

/** A component whose code comes when it is first needed, or earlier through `preload`. */
export interface Screen {
  (): React.ReactNode
  preload(): Promise<unknown>
}

/**
 * Like `React.lazy`, but a screen that has been preloaded renders at once: a lazy one always shows its fallback first,
 * and React then keeps that fallback for 300 ms. A failed load is tried again the next time.
 */
export function screen(load: () => Promise<ComponentType>): Screen {
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

  return Object.assign(() => createElement(Loaded ?? use(preload())), { preload })
}

/** Loads the code of a route's component where it is a `screen`; every other component is there already. */
export async function preloadComponent(component: unknown): Promise<void> {
  if (typeof component === 'function' && 'preload' in component) await (component as Screen).preload()
}
