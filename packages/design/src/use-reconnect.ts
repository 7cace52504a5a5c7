import { useLayoutEffect } from 'react'

/** Calls `retry` when the browser comes back online. */
export function useReconnect(retry: (() => void) | undefined): void {
  // A layout effect: `online` fires only once, perhaps right after the error is shown.
  useLayoutEffect(() => {
    if (!retry) return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [retry])
}
