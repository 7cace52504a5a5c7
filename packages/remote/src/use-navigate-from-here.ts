import { useCallback, useEffect, useRef } from 'react'
import { useRemote } from './context.tsx'

type Navigate = ReturnType<typeof useRemote>['navigate']

/** `navigate` for after a request: does nothing once the visitor has gone elsewhere, or the component is unmounted. */
export function useNavigateFromHere(): Navigate {
  const { navigate } = useRemote()
  const here = useRef<string | null>(null)

  useEffect(() => {
    here.current = window.location.pathname
    return () => {
      here.current = null
    }
  }, [])

  return useCallback<Navigate>(
    (to, options) => {
      // A screen stays mounted until the next one is loaded.
      if (window.location.pathname === here.current) navigate(to, options)
    },
    [navigate],
  )
}
