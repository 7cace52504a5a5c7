import { createContext, use, useSyncExternalStore } from 'react'
import { scrollToFragment } from './fragment.ts'

/** How the current address was reached: page load, link, replacement, or Back and Forward. */
export type NavigationType = 'start' | 'push' | 'replace' | 'pop'

export interface HistoryEntry {
  path: string
  search: string
  /** Identifies the history entry. */
  key: string
  navigationType: NavigationType
}

/** single-spa adds this to the popstate event that it fires on pushState and replaceState. */
interface RouteEvent extends PopStateEvent {
  singleSpaTrigger?: 'pushState' | 'replaceState'
}

let entry: HistoryEntry = { path: '', search: '', key: '', navigationType: 'start' }
const listeners = new Set<() => void>()

/** Call once, after single-spa has patched `history`. Returns a function that stops following. */
export function followHistory(): () => void {
  entry = readEntry('start')
  const follow = (event: RouteEvent) => {
    entry = readEntry(navigationTypeOf(event))
    for (const listener of listeners) listener()
  }
  window.addEventListener('popstate', follow)
  return () => window.removeEventListener('popstate', follow)
}

const ServedEntry = createContext<HistoryEntry | null>(null)

/** For server rendering, where there is no location. */
export const HistoryEntryProvider = ServedEntry.Provider

export function useHistoryEntry(): HistoryEntry {
  const served = use(ServedEntry)
  return useSyncExternalStore(
    subscribe,
    () => entry,
    () => served ?? entry,
  )
}

/** Called after each navigation. Returns a function that unsubscribes. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentEntry(): HistoryEntry {
  return entry
}

/** Navigates within the site; other origins leave the page. */
export function navigate(
  to: string,
  { replace = false, state = null }: { replace?: boolean; state?: object | null } = {},
): void {
  const target = new URL(to, window.location.href)
  if (target.origin !== window.location.origin) window.location.assign(target)
  else if (target.href === window.location.href) void (scrollToFragment() || window.scrollTo(0, 0))
  else if (replace) window.history.replaceState(entryState(currentIndex(), state), '', target)
  else window.history.pushState(entryState(currentIndex() + 1, state), '', target)
}

/** The same state that React Router stores, so that its index stays correct. */
function entryState(idx: number, state: object | null) {
  return { usr: state, key: newKey(), idx }
}

function currentIndex(): number {
  return Number(window.history.state?.idx ?? 0)
}

function readEntry(navigationType: NavigationType): HistoryEntry {
  const { pathname, search } = window.location
  return { path: pathname, search, key: ensureKey(), navigationType }
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
  return Math.random().toString(36).slice(2, 10)
}

function navigationTypeOf({ singleSpaTrigger }: RouteEvent): NavigationType {
  if (singleSpaTrigger === 'pushState') return 'push'
  return singleSpaTrigger === 'replaceState' ? 'replace' : 'pop'
}
