import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import { type ComponentType, createElement, use } from 'react'
import { retried } from './retried.ts'
import { isServer } from './site.ts'

interface ScreenAddress {
  /** Of the route's path. */
  params: Readonly<Record<string, string | undefined>>
  search: string
}

/** A query of RTK Query, not yet begun: `api.endpoints.posts.initiate(search)`. */
type Query = ThunkAction<PromiseLike<unknown> & { unsubscribe(): void }, unknown, unknown, UnknownAction>

/**
 * The queries whose responses the page carries, by the API call that each makes: those of the route's `data` and `userData`
 * in the manifest. They are made before the first render.
 */
type Ask = (address: ScreenAddress) => Record<string, Query>

/** A component that is loaded lazily, or earlier through `preload`. */
export interface Screen {
  (): React.ReactNode
  preload(): Promise<unknown>
  /** After a failed render, lets the next one load it again. */
  reset(): void
  ask: Ask | undefined
}

/**
 * Like `React.lazy`, but renders immediately once preloaded: `lazy` always shows its fallback first, and React keeps a
 * fallback for 300 ms. A load that failed twice is retried by the next `preload`. A render keeps its failed load until
 * `reset`: React renders again for each promise that settles, and with another promise in each render it would wait for
 * ever, on the screen before.
 */
export function screen(load: () => Promise<ComponentType>, ask?: Ask): Screen {
  let Loaded: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined
  let rendered: Promise<ComponentType> | undefined

  function preload(): Promise<ComponentType> {
    // On a server nothing is lost on its way, and no timer ends.
    loading ??= retried(load, () => !isServer).then(
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

  function reset(): void {
    rendered = undefined
  }

  function render() {
    if (Loaded) return createElement(Loaded)
    rendered ??= preload()
    return createElement(use(rendered))
  }

  return Object.assign(render, { preload, reset, ask })
}

/** Does nothing for components that are not a `screen`. */
export async function preloadComponent(component: unknown): Promise<void> {
  if (isScreen(component)) await component.preload()
}

export function isScreen(component: unknown): component is Screen {
  return typeof component === 'function' && 'preload' in component
}
