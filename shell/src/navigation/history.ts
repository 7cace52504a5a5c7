import { createContext, use, useSyncExternalStore } from 'react'

/** How the current address was reached: page load, link, replacement, or Back and Forward. */
export type Arrival = 'start' | 'push' | 'replace' | 'pop'

export interface Place {
  path: string
  search: string
  /** Identifies the history entry. */
  key: string
  arrival: Arrival
}

/** single-spa adds this to the popstate event that it fires on pushState and replaceState. */
interface RouteEvent extends PopStateEvent {
  singleSpaTrigger?: 'pushState' | 'replaceState'
}

let place: Place = { path: '', search: '', key: '', arrival: 'start' }
const listeners = new Set<() => void>()

/** Call once, after single-spa has patched `history`. */
export function followHistory(): void {
  place = readPlace('start')
  window.addEventListener('popstate', (event: RouteEvent) => {
    place = readPlace(arrivalOf(event))
    for (const listener of listeners) listener()
  })
}

const ServedPlace = createContext<Place | null>(null)

/** For server rendering, where there is no location. */
export const PlaceProvider = ServedPlace.Provider

export function usePlace(): Place {
  const served = use(ServedPlace)
  return useSyncExternalStore(
    subscribe,
    () => place,
    () => served ?? place,
  )
}

/** Called after each navigation. Returns a function that unsubscribes. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentPlace(): Place {
  return place
}

/** Navigates within the site; other origins leave the page. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const target = new URL(to, window.location.href)
  if (target.origin !== window.location.origin) window.location.assign(target)
  else if (target.href === window.location.href) window.scrollTo(0, 0)
  else if (replace) window.history.replaceState(entryState(currentIndex()), '', target)
  else window.history.pushState(entryState(currentIndex() + 1), '', target)
}

/** The same state that React Router stores, so that its index stays correct. */
function entryState(idx: number) {
  return { usr: null, key: newKey(), idx }
}

function currentIndex(): number {
  return Number(window.history.state?.idx ?? 0)
}

function readPlace(arrival: Arrival): Place {
  const { pathname, search } = window.location
  return { path: pathname, search, key: ensureKey(), arrival }
}

/** Gives the entry a key if it has none. */
function ensureKey(): string {
  const { state } = window.history
  if (typeof state?.key === 'string') return state.key
  const key = newKey()
  window.history.replaceState({ ...state, key }, '')
  return key
}

function newKey(): string {
  return crypto.randomUUID().slice(0, 8)
}

function arrivalOf({ singleSpaTrigger }: RouteEvent): Arrival {
  if (singleSpaTrigger === 'pushState') return 'push'
  return singleSpaTrigger === 'replaceState' ? 'replace' : 'pop'
}
