import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'

interface InsteadProps {
  /** Resolves with true if another release takes this slot, which unmounts this element. */
  replace: () => Promise<boolean>
  waiting: ReactNode
  /** Whether nothing has been shown for as long as anybody waits without a button to press. */
  isOverdue: boolean
  /** Shown if there is no other release, or it takes long to find out. */
  children: ReactNode
}

/** In place of a module that failed: asks for another release before it shows that. */
export function Instead({ replace, waiting, isOverdue, children }: InsteadProps) {
  const [isShown, setShown] = useState(false)
  const ask = useEffectEvent(replace)
  useEffect(() => {
    void ask().then((isReplaced) => isReplaced || setShown(true))
  }, [])
  return isShown || isOverdue ? children : waiting
}
