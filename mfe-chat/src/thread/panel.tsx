import { classNames } from '@aangan/web-kit/ui/class-names'
import { Modal } from '@aangan/web-kit/ui/modal'
import { useMedia } from '@aangan/web-kit/use-media'
import type { KeyboardEvent, ReactNode } from 'react'
import { useOwnEntry } from './own-entry.ts'
import * as s from './panel.module.css'

/** Where a chat leaves room for its page: the same width as in chat.module.css, and no phone on its side. */
const WIDE = '(min-width: 820px) and (min-height: 30rem)'

const PLACES = { flow: s.flow, corner: s.corner }

interface PanelProps {
  label: string
  /** Names it in the history. */
  chat: string
  place: 'flow' | 'corner'
  onClose: () => void
  children: ReactNode
}

/** A chat on the page that it belongs to, or over all of it on a phone. Escape closes it. */
export function Panel({ label, chat, place, onClose, children }: PanelProps) {
  const isWide = useMedia(WIDE) === true
  useOwnEntry(chat, !isWide, onClose)

  function pressed({ key, target, currentTarget }: KeyboardEvent) {
    // A dialog over the page takes its own, be it this one or one on top.
    if (isWide && key === 'Escape' && (target as HTMLElement).closest('dialog') === currentTarget) onClose()
  }

  return (
    <Modal
      className={classNames(s.panel, isWide ? PLACES[place] : s.sheet)}
      aria-label={label}
      inPage={isWide}
      onClose={onClose}
      onKeyDown={pressed}
    >
      {children}
    </Modal>
  )
}
