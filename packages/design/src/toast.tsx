import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { keepOffFocus } from './keep-off-focus.ts'
import * as s from './toast.module.css'

/** Long enough to read twice; such a text never carries essential information. */
const STAYS_MS = 6_000

/**
 * Returns a polite live region, to be rendered once where it stays mounted, and a function that shows a text in it for a
 * while. The rest of the time it shows `notice`, a `<Notice>`.
 */
export function useToast(notice: ReactNode = null): [toast: ReactNode, say: (text: string) => void] {
  const [said, setSaid] = useState<{ text: string } | null>(null)

  useEffect(() => {
    if (said === null) return
    const timer = window.setTimeout(() => setSaid(null), STAYS_MS)
    return () => window.clearTimeout(timer)
  }, [said])

  const region = useRef<HTMLDivElement>(null)
  const shown = said ?? notice !== null
  useLayoutEffect(() => (shown ? keepOffFocus(region.current) : undefined), [shown])

  // The live region must exist before its text, or screen readers do not announce it.
  const toast = (
    <div ref={region} className={s.region} role="status">
      {said ? <p className={s.toast}>{said.text}</p> : notice}
    </div>
  )
  return [toast, (text) => setSaid({ text })]
}
