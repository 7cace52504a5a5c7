import type { NavEntry } from '@aangan/contracts/manifest'
import { linksOf } from '@aangan/contracts/navigation'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import { LinkButton } from '@aangan/design/button'
import { classNames } from '@aangan/design/class-names'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import { Avatar } from '@aangan/product/avatar'
import { UnreadBadge } from '@aangan/product/unread-badge'
import { useSession } from '@aangan/remote/context'
import { Link } from '@aangan/remote/link'
import Menu from 'lucide-react/icons/menu'
import { useState, useSyncExternalStore } from 'react'
import { useHistoryEntry } from './history.ts'
import { Mark } from './mark.tsx'
import { MenuSheet } from './menu-sheet.tsx'
import * as s from './nav-bar.module.css'
import { OfflineStrip } from './offline-strip.tsx'
import { hasUnread } from './unread-links.ts'

export function NavBar({ siteName, remotes }: { siteName: string; remotes: Record<string, RemoteRelease> }) {
  const { status } = useSession()
  const pages = linksOf(remotes, { area: 'main', status })
  const account = linksOf(remotes, { area: 'account', status })
  const [menuOpen, setMenuOpen] = useState(false)
  const hasMoved = useSyncExternalStore(
    subscribeToScroll,
    () => window.scrollY > 0,
    () => false,
  )
  return (
    <header className={classNames(s.bar, hasMoved && s.moved)}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className={s.inner}>
        <Link to="/" className={s.name}>
          <Mark />
          {siteName}
        </Link>
        <nav className={s.pages} aria-label="Main">
          <PageLinks links={pages} />
        </nav>
        <div className={s.account}>
          <Account links={account} />
        </div>
        <button
          type="button"
          className={s.toggle}
          aria-expanded={menuOpen}
          aria-haspopup="dialog"
          onClick={() => setMenuOpen(true)}
        >
          <Menu size={24} />
          <VisuallyHidden>Menu</VisuallyHidden>
          <span className={s.unread}>
            <UnreadBadge />
          </span>
        </button>
      </div>
      <OfflineStrip />
      {menuOpen && <MenuSheet siteName={siteName} links={[...pages, ...account]} onClose={() => setMenuOpen(false)} />}
    </header>
  )
}

function PageLinks({ links }: { links: NavEntry[] }) {
  const { path: here } = useHistoryEntry()
  return links.map(({ path, label }) => (
    <Link key={path} to={path} className={s.page} aria-current={path === here ? 'page' : undefined}>
      {label}
    </Link>
  ))
}

/** The last link is the primary one. */
function Account({ links }: { links: NavEntry[] }) {
  const { user } = useSession()
  const { path: here } = useHistoryEntry()
  const last = links.at(-1)
  return (
    <>
      {user && (
        <span className={s.user}>
          <Avatar user={user} size={32} />
          <span className={s.username}>{user.username}</span>
        </span>
      )}
      {links.slice(0, -1).map(({ path, label }) => (
        <Link key={path} to={path} className={s.page} aria-current={path === here ? 'page' : undefined}>
          {label}
          {hasUnread(path) && <UnreadBadge />}
        </Link>
      ))}
      {last && (
        <LinkButton to={last.path} variant="quiet" dense>
          {last.label}
          {hasUnread(last.path) && <UnreadBadge />}
        </LinkButton>
      )}
    </>
  )
}

function subscribeToScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}
