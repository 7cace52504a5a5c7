import X from 'lucide-react/icons/x'
import { type FocusEvent, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import * as s from './notice.module.css'

interface NoticeProps {
  text: string
  action?: { label: string; run: () => void }
  dismiss: () => void
}

/** For `useToast`: stays until it is no longer rendered. Gives the focus back, since it disappears with its buttons. */
export function Notice({ text, action, dismiss }: NoticeProps) {
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
    <div className={s.notice}>
      <p className={s.text}>{text}</p>
      {action && (
        <button type="button" className={s.action} onFocus={remember} onClick={() => leave(action.run)}>
          {action.label}
        </button>
      )}
      <IconButton label="Dismiss" className={s.close} onFocus={remember} onClick={() => leave(dismiss)}>
        <X size={18} />
      </IconButton>
    </div>
  )
}
