import { Modal } from '@aangan/web-kit/ui/modal'
import type { KeyboardEvent, ReactNode } from 'react'
import { useMedia, WIDE } from '../use-media.ts'
import * as s from './floating.module.css'

interface FloatingProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/** A chat over the page it belongs to: in its corner, or all of a phone's screen. Escape closes it. */
export function Floating({ label, onClose, children }: FloatingProps) {
  const isWide = useMedia(WIDE)
  if (!isWide) {
    return (
      <Modal className={s.sheet} aria-label={label} onClose={onClose}>
        {children}
      </Modal>
    )
  }

  function pressed(event: KeyboardEvent) {
    // A dialog that is open on top takes its own.
    if (event.key !== 'Escape' || (event.target as HTMLElement).closest('dialog')) return
    onClose()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the controls within
    <div className={s.panel} onKeyDown={pressed}>
      {children}
    </div>
  )
}
