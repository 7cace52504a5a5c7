import { useEffect, useEffectEvent, useRef } from 'react'

interface NextScreen {
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
 * @param address the path; undefined while the module is not mounted
 */
export function useNextScreen(address: string | undefined, { load, deadlineMs, onLate, onLoaded }: NextScreen): void {
  const shown = useRef(address)
  const begin = useEffectEvent(load)
  const late = useEffectEvent(() => onLate(new Error(`The next screen did not load within ${deadlineMs} ms.`)))
  const arrive = useEffectEvent(onLoaded)
  useEffect(() => {
    shown.current ??= address
    if (address === undefined || address === shown.current) return
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
  }, [address, deadlineMs])
}
