import { useEffect } from 'react'

/** Calls it once the browser is online again, for what has failed meanwhile. */
export function useReconnect(retry: (() => void) | undefined): void {
  useEffect(() => {
    if (!retry) return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [retry])
}
