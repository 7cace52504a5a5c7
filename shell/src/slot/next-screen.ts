import { useEffect, useEffectEvent, useRef } from 'react'

interface NextScreen {
  isMounted: boolean
  /** Loads the files of the current path's screen. */
  load: () => Promise<unknown>
  deadlineMs: number
  onLate: (error: Error) => void
  /** Called only after `onLate`. */
  onLoaded: () => void
}

/**
 * Watches a mounted module while the path changes. It loads its screens by itself, and shows the last one until then: if a
 * file hangs, it would do so for ever. If a file fails, the module says so.
 * @param address the path
 */
export function useNextScreen(address: string | undefined, screen: NextScreen): void {
  const { isMounted, load, deadlineMs, onLate, onLoaded } = screen
  // Its screens are loaded with the module, which may take longer than somebody stays there.
  const first = useRef(address)
  const begin = useEffectEvent(load)
  const late = useEffectEvent(() => onLate(new Error(`The next screen did not load within ${deadlineMs} ms.`)))
  const arrive = useEffectEvent(onLoaded)
  useEffect(() => {
    if (!isMounted || address === first.current) return
    let isLate = false
    let isGone = false
    const timer = setTimeout(() => {
      isLate = true
      late()
    }, deadlineMs)
    const settle = (isLoaded: boolean) => {
      clearTimeout(timer)
      if (isLoaded && isLate && !isGone) arrive()
    }
    begin().then(
      () => settle(true),
      () => settle(false),
    )
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [isMounted, address, deadlineMs])
}
