import { useRemote } from '@aangan/remote/context'
import { findRemedy, type Remedy } from '@aangan/remote/find-remedy'
import { retried } from '@aangan/remote/retried'
import { useEffect, useRef, useState } from 'react'

interface LazyModule<T> {
  /** What `load` resolved with, or null. */
  ready: T | null
  /** After the last attempt failed twice, what helps; the error has been reported. */
  failed: Remedy | null
  /** Loads once. Resolves with null on failure; the next call retries. */
  request: () => Promise<T | null>
  /** Loads ahead of a likely `request`; does not repeat a failure. */
  prefetch: () => void
}

/**
 * Loads a module on `request`, or once `wanted`. Unlike with `React.lazy`, a failure does not reach an error boundary:
 * the caller shows it, with `CodeFailed` or `CodeFailedLine`.
 */
export function useLazyModule<T extends object>(load: () => Promise<T>, wanted = false): LazyModule<T> {
  const { report } = useRemote()
  const [ready, setReady] = useState<T | null>(null)
  const [failed, setFailed] = useState<Remedy | null>(null)
  const loading = useRef<Promise<T | null>>(null)

  async function attempt(): Promise<T | null> {
    setFailed(null)
    try {
      const loaded = await retried(load)
      // Wrapped, since the setter would call a component.
      setReady(() => loaded)
      return loaded
    } catch (error) {
      report(error)
      setFailed(await findRemedy(error))
      return null
    }
  }

  async function request(): Promise<T | null> {
    if (ready !== null) return ready
    loading.current ??= attempt().finally(() => {
      loading.current = null
    })
    return await loading.current
  }

  function prefetch() {
    if (failed === null) void request()
  }

  const latest = useRef(request)
  latest.current = request
  useEffect(() => {
    if (wanted) void latest.current()
  }, [wanted])

  return { ready, failed, request, prefetch }
}
