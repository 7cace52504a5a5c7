import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

/** Longer than this nobody waits without a button to press; the registry is asked for as long. */
const PATIENCE_MS = 5_000

interface InsteadProps {
  /** Resolves with true if another release takes this slot, which unmounts this element. */
  replace: () => Promise<boolean>
  waiting: ReactNode
  /** Shown if there is no other release, or it takes long to find out. */
  children: ReactNode
}

/** In place of a module that failed: asks for another release before it shows that. */
export function Instead({ replace, waiting, children }: InsteadProps) {
  const [isShown, setShown] = useState(false)
  const ask = useEffectEvent(replace)
  useEffect(() => {
    const show = () => setShown(true)
    const timer = setTimeout(show, PATIENCE_MS)
    void ask().then((isReplaced) => isReplaced || show())
    return () => clearTimeout(timer)
  }, [])
  return isShown ? children : waiting
}
