import { useSession } from '@aangan/web-kit/context'
import { Avatar } from '@aangan/web-kit/ui/avatar'
import { LinkButton } from '@aangan/web-kit/ui/button'
import { classNames } from '@aangan/web-kit/ui/class-names'
import { Link } from '@aangan/web-kit/ui/link'
import Menu from 'lucide-react/icons/menu'
import { useState, useSyncExternalStore } from 'react'
import { usePlace } from './history.ts'
import { PAGES, PROFILE, SIGN_IN, SIGN_UP } from './links.ts'
import { Mark } from './mark.tsx'
import { MenuSheet } from './menu-sheet.tsx'
import * as s from './nav-bar.module.css'

/** The bar over every page: where one is, where else to go, and who one is. */
export function NavBar({ siteName }: { siteName: string }) {
  const [menuOpen, setMenuOpen] = useState(false)
  const hasMoved = useSyncExternalStore(subscribeToScroll, () => window.scrollY > 0)
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
          <PageLinks />
        </nav>
        <div className={s.account}>
          <Account />
        </div>
        <button
          type="button"
          className={s.toggle}
          aria-label="Menu"
          aria-expanded={menuOpen}
          aria-haspopup="dialog"
          onClick={() => setMenuOpen(!menuOpen)}
        >
          <Menu size={24} />
        </button>
      </div>
      <MenuSheet open={menuOpen} siteName={siteName} onClose={() => setMenuOpen(false)} />
    </header>
  )
}

function PageLinks() {
  const { path } = usePlace()
  return PAGES.map(({ to, label }) => (
    <Link key={to} to={to} className={s.page} aria-current={to === path ? 'page' : undefined}>
      {label}
    </Link>
  ))
}

function Account() {
  const user = useSession()
  if (!user) {
    return (
      <>
        <Link to={SIGN_IN.to} className={s.page}>
          {SIGN_IN.label}
        </Link>
        <LinkButton to={SIGN_UP.to} variant="quiet" dense>
          {SIGN_UP.label}
        </LinkButton>
      </>
    )
  }
  return (
    <>
      <span className={s.user}>
        <Avatar user={user} size={32} />
        {user.username}
      </span>
      <LinkButton to={PROFILE.to} variant="quiet" dense>
        {PROFILE.label}
      </LinkButton>
    </>
  )
}

function subscribeToScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}
