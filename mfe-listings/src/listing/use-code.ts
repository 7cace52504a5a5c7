import { useRemote } from '@aangan/web-kit/context'
import { type RefObject, useEffect, useRef, useState } from 'react'

export interface Code<T> {
  /** What was loaded; null until then. */
  ready: T | null
  /** Whether the last attempt to load it failed, which has been reported by then. */
  failed: boolean
  /** Loads it, once; answers null where it cannot be had. A later call tries again. */
  request: () => Promise<T | null>
}

/**
 * Code that the first paint does without. Unlike a lazy component, what fails to come takes nothing else of the page
 * with it: the caller says so in its own place.
 */
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

/** So far below the screen something is on its way into it. */
const NEAR = '600px'

/** The same, requested as soon as the reader comes near `element`. */
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
        // One that moves on at once comes with what it was before.
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
