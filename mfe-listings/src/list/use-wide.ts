import { useSyncExternalStore } from 'react'

/** Where list and map stand side by side: the same width as in list.module.css. */
const WIDE = '(min-width: 64rem)'

/** Whether there is room for the list and the map at once; not until a browser says so. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
