import { useEffect } from 'react'
import { useCountViewMutation } from './api.ts'

/** Has a view counted once the page is really seen: not while it lies in another tab, or is prepared ahead of a click. */
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
