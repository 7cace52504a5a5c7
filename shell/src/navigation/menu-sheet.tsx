import { useSession } from '@aangan/web-kit/context'
import { Link } from '@aangan/web-kit/ui/link'
import X from 'lucide-react/icons/x'
import { type MouseEvent, useEffect, useRef } from 'react'
import { usePlace } from './history.ts'
import { PAGES, PROFILE, SIGN_IN, SIGN_UP } from './links.ts'
import { Mark } from './mark.tsx'
import * as s from './menu-sheet.module.css'

interface MenuSheetProps {
  open: boolean
  siteName: string
  onClose: () => void
}

/** The navigation of small screens: a sheet from the top, which keeps the focus until it is closed. */
export function MenuSheet({ open, siteName, onClose }: MenuSheetProps) {
  const { path } = usePlace()
  const user = useSession()
  const dialog = useRef<HTMLDialogElement>(null)
  const links = [...PAGES, ...(user ? [PROFILE] : [SIGN_IN, SIGN_UP])]

  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])

  function closeOutside(event: MouseEvent) {
    if (event.target === dialog.current) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog ref={dialog} className={s.sheet} aria-label="Menu" onClose={onClose} onClick={closeOutside}>
      <div className={s.content}>
        <div className={s.head}>
          <span className={s.name}>
            <Mark />
            {siteName}
          </span>
          <button type="button" className={s.close} aria-label="Close menu" onClick={onClose}>
            <X size={24} />
          </button>
        </div>
        <nav aria-label="Menu">
          <ul>
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={s.row} aria-current={to === path ? 'page' : undefined} onClick={onClose}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </dialog>
  )
}
