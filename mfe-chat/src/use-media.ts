import { useCallback, useSyncExternalStore } from 'react'

/** Where list and thread stand side by side: the same width as in chat.module.css. */
export const WIDE = '(min-width: 820px)'

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}
