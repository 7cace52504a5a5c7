import { useEffect } from 'react'
import { useCountViewMutation } from './api.ts'

/** Counts a view once the page is visible: not in a background tab or while prerendered. */
export function useView(id: string, isOwn: boolean): void {
  const [countView] = useCountViewMutation()

  useEffect(() => {
    if (isOwn) return
    const watching = new AbortController()
    const count = () => {
      if (document.visibilityState !== 'visible') return
      watching.abort()
      void countView(id)
    }
    document.addEventListener('visibilitychange', count, { signal: watching.signal })
    count()
    return () => watching.abort()
  }, [id, isOwn, countView])
}
