import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { type ComponentType, createElement, use } from 'react'
import { retried } from './retried.ts'

interface ScreenAddress {
  params: { readonly id?: string }
  search: string
}

/** Dispatches the request that the manifest's `data` names for the route, so that the first render has its data. */
type Ask = (dispatch: ThunkDispatch<unknown, unknown, UnknownAction>, address: ScreenAddress) => PromiseLike<unknown>

/** A component that is loaded lazily, or earlier through `preload`. */
export interface Screen {
  (): React.ReactNode
  preload(): Promise<unknown>
  ask: Ask | undefined
}

/**
 * Like `React.lazy`, but renders immediately once preloaded: `lazy` always shows its fallback first, and React keeps a
 * fallback for 300 ms. A load that failed twice is retried the next time.
 */
export function screen(load: () => Promise<ComponentType>, ask?: Ask): Screen {
  let Loaded: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined

  function preload(): Promise<ComponentType> {
    loading ??= retried(load).then(
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

/** Does nothing for components that are not a `screen`. */
export async function preloadComponent(component: unknown): Promise<void> {
  if (isScreen(component)) await component.preload()
}

export function isScreen(component: unknown): component is Screen {
  return typeof component === 'function' && 'preload' in component
}
