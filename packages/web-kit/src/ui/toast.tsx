import { type ReactNode, useEffect, useState } from 'react'
import * as s from './toast.module.css'

/** Long enough to be read twice; what it says is never needed to go on. */
const STAYS_MS = 6_000

/**
 * A word about what has just been done, read out when there is a pause. Render the first of the two once, outside of
 * anything that comes and goes; call the second with the text.
 */
export function useToast(): [toast: ReactNode, say: (text: string) => void] {
  const [said, setSaid] = useState<{ text: string } | null>(null)

  useEffect(() => {
    if (said === null) return
    const timer = window.setTimeout(() => setSaid(null), STAYS_MS)
    return () => window.clearTimeout(timer)
  }, [said])

  // The region is there before the text, or nobody would hear of it.
  const toast = (
    <div className={s.region} role="status">
      {said && <p className={s.toast}>{said.text}</p>}
    </div>
  )
  return [toast, (text) => setSaid({ text })]
}
