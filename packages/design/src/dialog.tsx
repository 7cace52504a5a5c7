import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'
import * as s from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { Modal } from './modal.tsx'

interface DialogProps {
  title: string
  onClose: () => void
  /** Cannot be closed meanwhile. */
  busy?: boolean
  children: ReactNode
}

export function Dialog({ title, onClose, busy, children }: DialogProps) {
  const id = useId()
  return (
    <Modal className={s.dialog} aria-labelledby={id} onClose={onClose} busy={busy}>
      <div className={s.content}>
        <div className={s.head}>
          <h2 className={s.title} id={id}>
            {title}
          </h2>
          <IconButton label="Close" disabled={busy} onClick={onClose}>
            <X size={24} />
          </IconButton>
        </div>
        {children}
      </div>
    </Modal>
  )
}
