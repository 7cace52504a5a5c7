import type { RemoteRelease } from '@aangan/contracts/remotes'
import { matchRoute } from '@aangan/contracts/routes'
import { UnreadBadge } from '@aangan/product/unread-badge'
import { Link } from '@aangan/remote/link'
import Bookmark from 'lucide-react/icons/bookmark'
import CircleUser from 'lucide-react/icons/circle-user-round'
import MessageCircle from 'lucide-react/icons/message-circle'
import Search from 'lucide-react/icons/search'
import { useHistoryEntry } from './history.ts'
import * as s from './tab-bar.module.css'

/** The site's own, as specified: what remotes add is in the menu. Of one path, the more special one is first. */
const TABS = [
  { label: 'Search', path: '/list', search: '', Icon: Search },
  { label: 'Saved', path: '/profile', search: '?tab=saved', Icon: Bookmark },
  { label: 'Messages', path: '/chat', search: '', Icon: MessageCircle },
  { label: 'Profile', path: '/profile', search: '', Icon: CircleUser },
]

/** At the bottom of a phone's screen: links to the pages that a live remote has. Not on a listing, which has its own bar. */
export function TabBar({ remotes }: { remotes: Record<string, RemoteRelease> }) {
  const entry = useHistoryEntry()
  if (matchRoute(remotes, entry.path)?.route.about === 'listing') return null
  const tabs = TABS.filter(({ path }) => matchRoute(remotes, path))
  const here = tabs.find(({ path, search }) => path === entry.path && entry.search.startsWith(search))
  return (
    <nav className={s.bar} aria-label="Shortcuts">
      {tabs.map(({ label, path, search, Icon }) => (
        <Link
          key={label}
          to={path + search}
          className={s.tab}
          aria-current={label === here?.label ? 'page' : undefined}
        >
          <Icon size={22} />
          <span>{label}</span>
          <span className={s.unread}>{path === '/chat' && <UnreadBadge />}</span>
        </Link>
      ))}
    </nav>
  )
}
