import { createContext, use, useSyncExternalStore } from 'react'

/** How the reader came to the address: by a link, by a correction of it, or through the history. */
export type Arrival = 'start' | 'push' | 'replace' | 'pop'

export interface Place {
  path: string
  search: string
  /** Names the entry in the history, whoever made it. */
  key: string
  arrival: Arrival
}

/** What single-spa adds to the event by which it tells everyone of a pushed address. */
interface RouteEvent extends PopStateEvent {
  singleSpaTrigger?: 'pushState' | 'replaceState'
}

let place: Place = { path: '', search: '', key: '', arrival: 'start' }
const listeners = new Set<() => void>()

/** Begins to follow the address. Call it after single-spa has taken over `history`, and once. */
export function followHistory(): void {
  place = readPlace('start')
  window.addEventListener('popstate', (event: RouteEvent) => {
    place = readPlace(arrivalOf(event))
    for (const listener of listeners) listener()
  })
}

const ServedPlace = createContext<Place | null>(null)

/** States the place to a tree that is rendered where there is no address bar: on a server. */
export const PlaceProvider = ServedPlace.Provider

export function usePlace(): Place {
  const served = use(ServedPlace)
  return useSyncExternalStore(
    subscribe,
    () => place,
    () => served ?? place,
  )
}

/** Tells of every new address, after it is in place. Returns what ends it. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentPlace(): Place {
  return place
}

/** Goes to a path of the site, or to any other address by leaving the page. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const target = new URL(to, window.location.href)
  if (target.origin !== window.location.origin) window.location.assign(target)
  else if (target.href === window.location.href) window.scrollTo(0, 0)
  else if (replace) window.history.replaceState(entryState(currentIndex()), '', target)
  else window.history.pushState(entryState(currentIndex() + 1), '', target)
}

/** The state that the remotes' routers keep in an entry too, so that both count the same. */
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

/** An entry that whoever made it left without a name gets one; the same address again is no navigation to anyone. */
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
