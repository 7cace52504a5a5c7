import { useRemote } from '@aangan/web-kit/context'
import { retried } from '@aangan/web-kit/retried'
import { useEffect, useRef, useState } from 'react'

interface LazyModule<T> {
  /** What `load` resolved with, or null. */
  ready: T | null
  /** Whether the last attempt failed twice; the error has been reported. */
  failed: boolean
  /** Loads once. Resolves with null on failure; the next call retries. */
  request: () => Promise<T | null>
}

/**
 * Loads a module on `request`, or once `wanted`. Unlike with `React.lazy`, a failure does not reach an error boundary:
 * the caller handles it.
 */
export function useLazyModule<T extends object>(load: () => Promise<T>, wanted = false): LazyModule<T> {
  const { report } = useRemote()
  const [ready, setReady] = useState<T | null>(null)
  const [failed, setFailed] = useState(false)

  async function request(): Promise<T | null> {
    if (ready !== null) return ready
    setFailed(false)
    try {
      const loaded = await retried(load)
      // Wrapped, since the setter would call a component.
      setReady(() => loaded)
      return loaded
    } catch (error) {
      setFailed(true)
      report(error)
      return null
    }
  }

  const latest = useRef(request)
  latest.current = request
  useEffect(() => {
    if (wanted) void latest.current()
  }, [wanted])

  return { ready, failed, request }
}
