import type { NavEntry } from '@aangan/contracts/manifest'
import { IconButton } from '@aangan/design/icon-button'
import { Modal } from '@aangan/design/modal'
import { PlainList } from '@aangan/design/plain-list'
import { UnreadBadge } from '@aangan/product/unread-badge'
import { Link } from '@aangan/remote/link'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { useHistoryEntry } from './history.ts'
import { Mark } from './mark.tsx'
import * as s from './menu-sheet.module.css'
import { hasUnread } from './unread-links.ts'

interface MenuSheetProps {
  siteName: string
  links: NavEntry[]
  onClose: () => void
}

/** For small screens. */
export function MenuSheet({ siteName, links, onClose }: MenuSheetProps) {
  const { path: here, key } = useHistoryEntry()
  const opened = useRef(key)

  useEffect(() => {
    // Back and Forward change the page below.
    if (key !== opened.current) onClose()
  }, [key, onClose])

  return (
    <Modal className={s.sheet} aria-label="Menu" onClose={onClose}>
      <div className={s.content}>
        <div className={s.head}>
          <span className={s.name}>
            <Mark />
            {siteName}
          </span>
          <IconButton label="Close menu" className={s.close} onClick={onClose}>
            <X size={24} />
          </IconButton>
        </div>
        <nav aria-label="Menu">
          <PlainList>
            {links.map(({ path, label }) => (
              <li key={path}>
                <Link to={path} className={s.row} aria-current={path === here ? 'page' : undefined} onClick={onClose}>
                  {label}
                  {hasUnread(path) && <UnreadBadge />}
                </Link>
              </li>
            ))}
          </PlainList>
        </nav>
      </div>
    </Modal>
  )
}
