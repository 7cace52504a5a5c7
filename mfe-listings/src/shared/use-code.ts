import { useRemote } from '@aangan/web-kit/context'
import { type RefObject, useEffect, useRef, useState } from 'react'

export interface Code<T> {
  /** The loaded module, or null. */
  ready: T | null
  /** Whether the last attempt failed; the error has been reported. */
  failed: boolean
  /** Loads once. Resolves with null on failure; the next call retries. */
  request: () => Promise<T | null>
}

/** Loads code on demand. Unlike with `React.lazy`, a failure does not reach an error boundary: the caller handles it. */
export function useCode<T extends object>(load: () => Promise<T>): Code<T> {
  const { report } = useRemote()
  const [ready, setReady] = useState<T | null>(null)
  const [failed, setFailed] = useState(false)

  async function request(): Promise<T | null> {
    if (ready !== null) return ready
    setFailed(false)
    try {
      const loaded = await load()
      setReady(loaded)
      return loaded
    } catch (error) {
      setFailed(true)
      report(error)
      return null
    }
  }

  return { ready, failed, request }
}

/** Load this far before the element scrolls into view. */
const NEAR = '600px'

export function useCodeWhenNear<T extends object>(
  element: RefObject<HTMLElement | null>,
  load: () => Promise<T>,
): Code<T> {
  const code = useCode(load)
  const request = useRef(code.request)
  request.current = code.request

  useEffect(() => {
    if (!element.current) return
    const watching = new IntersectionObserver(
      (entries) => {
        // One callback may carry several entries, older states first.
        if (!entries.some((entry) => entry.isIntersecting)) return
        watching.disconnect()
        void request.current()
      },
      { rootMargin: NEAR },
    )
    watching.observe(element.current)
    return () => watching.disconnect()
  }, [element])

  return code
}
