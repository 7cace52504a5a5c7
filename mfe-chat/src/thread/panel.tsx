import { Modal } from '@aangan/web-kit/ui/modal'
import { useMedia } from '@aangan/web-kit/use-media'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useOwnEntry } from './own-entry.ts'
import * as s from './panel.module.css'

/** Where list and thread stand side by side: the same width as in chat.module.css. */
const WIDE = '(min-width: 820px)'

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
  const isWide = useMedia(WIDE)
  const panel = useRef<HTMLDivElement>(null)
  useOwnEntry(chat, !isWide, onClose)

  useEffect(() => {
    if (isWide) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [isWide])

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
    <div ref={panel} className={PLACES[place]} onKeyDown={pressed}>
      {children}
    </div>
  )
}
