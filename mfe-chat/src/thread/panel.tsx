import { classNames } from '@aangan/design/class-names'
import { isComposing } from '@aangan/design/is-composing'
import { Modal } from '@aangan/design/modal'
import { useMedia } from '@aangan/design/use-media'
import type { KeyboardEvent, ReactNode } from 'react'
import { useOwnEntry } from './own-entry.ts'
import * as s from './panel.module.css'

/** Enough room next to the page. Keep in sync with chat.module.css; excludes landscape phones. */
const WIDE = '(min-width: 820px) and (min-height: 30rem)'

const KINDS = { flow: s.flow, corner: s.corner }

interface PanelProps {
  label: string
  /** Identifies the history entry. */
  chat: string
  kind: 'flow' | 'corner'
  onClose: () => void
  children: ReactNode
}

/** A chat on its page, or a full-screen sheet on phones. Escape closes it. */
export function Panel({ label, chat, kind, onClose, children }: PanelProps) {
  const isWide = useMedia(WIDE) === true
  useOwnEntry(chat, !isWide, onClose)

  function pressed(event: KeyboardEvent) {
    // Modal dialogs handle their own Escape.
    const isOwn = (event.target as HTMLElement).closest('dialog') === event.currentTarget
    if (isWide && isOwn && event.key === 'Escape' && !isComposing(event)) onClose()
  }

  return (
    <Modal
      className={classNames(s.panel, isWide ? KINDS[kind] : s.sheet)}
      aria-label={label}
      inPage={isWide}
      onClose={onClose}
      onKeyDown={pressed}
    >
      {children}
    </Modal>
  )
}
