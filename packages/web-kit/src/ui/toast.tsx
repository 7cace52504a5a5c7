import X from 'lucide-react/icons/x'
import { type FocusEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import * as s from './toast.module.css'

/** Long enough to read twice; a text without an action carries no essential information. */
const STAYS_MS = 6_000

/** Shown until it is dismissed, or the caller passes it no longer. */
export interface Notice {
  text: string
  action?: { label: string; run: () => void }
  dismiss: () => void
}

/**
 * Returns a polite live region, to be rendered once where it stays mounted, and a function that shows a text in it for a
 * while, before the notice if there is one.
 */
export function useToast(notice: Notice | null = null): [toast: ReactNode, say: (text: string) => void] {
  const [said, setSaid] = useState<{ text: string } | null>(null)

  useEffect(() => {
    if (said === null) return
    const timer = window.setTimeout(() => setSaid(null), STAYS_MS)
    return () => window.clearTimeout(timer)
  }, [said])

  const say = useCallback((text: string) => setSaid({ text }), [])
  // The live region must exist before its text, or screen readers do not announce it.
  const toast = (
    <div className={s.region} role="status">
      {said ? <p className={s.toast}>{said.text}</p> : notice && <NoticeToast {...notice} />}
    </div>
  )
  return [toast, say]
}

/** Gives the focus back, since it disappears with its buttons. */
function NoticeToast({ text, action, dismiss }: Notice) {
  const before = useRef<EventTarget | null>(null)

  function remember({ currentTarget, relatedTarget }: FocusEvent) {
    const isFromWithin = relatedTarget instanceof Node && currentTarget.parentElement?.contains(relatedTarget)
    if (!isFromWithin) before.current = relatedTarget
  }

  function leave(act: () => void) {
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    act()
  }

  return (
    <div className={s.toast}>
      <p>{text}</p>
      {action && (
        <button type="button" className={s.action} onFocus={remember} onClick={() => leave(action.run)}>
          {action.label}
        </button>
      )}
      <button type="button" className={s.close} aria-label="Dismiss" onFocus={remember} onClick={() => leave(dismiss)}>
        <X size={18} />
      </button>
    </div>
  )
}
