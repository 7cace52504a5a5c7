import { useCallback, useSyncExternalStore } from 'react'

/** Null on a server, during hydration, and without a query: whoever needs no answer is not rendered again for it. */
export function useMedia(query: string | null): boolean | null {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (query === null) return () => {}
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => (query === null ? null : window.matchMedia(query).matches),
    () => null,
  )
}
