import { useLayoutEffect } from 'react'

/** Calls it once the browser is online again, for what has failed meanwhile. */
export function useReconnect(retry: (() => void) | undefined): void {
  // As soon as the error is shown: the event comes once.
  useLayoutEffect(() => {
    if (!retry) return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [retry])
}
