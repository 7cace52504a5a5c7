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

/** The site's own, as specified: what remotes add is in the menu. */
const TABS = [
  { label: 'Search', path: '/list', Icon: Search },
  { label: 'Saved', path: '/profile', search: '?tab=saved', Icon: Bookmark },
  { label: 'Messages', path: '/chat', Icon: MessageCircle },
  { label: 'Profile', path: '/profile', Icon: CircleUser },
]

/** At the bottom of a phone's screen: links to the pages that a live remote has. Not on a listing, which has its own bar. */
export function TabBar({ remotes }: { remotes: Record<string, RemoteRelease> }) {
  const { path, search } = useHistoryEntry()
  if (matchRoute(remotes, path)?.route.about === 'listing') return null
  const tabs = TABS.filter((tab) => matchRoute(remotes, tab.path))
  const here =
    tabs.find((tab) => tab.path === path && tab.search === search) ?? tabs.findLast((tab) => tab.path === path)
  return (
    <nav className={s.bar} aria-label="Shortcuts">
      {tabs.map((tab) => {
        const { label, path, search = '', Icon } = tab
        return (
          <Link key={label} to={path + search} className={s.tab} aria-current={tab === here ? 'page' : undefined}>
            <Icon size={22} />
            <span>{label}</span>
            <span className={s.unread}>{path === '/chat' && <UnreadBadge />}</span>
          </Link>
        )
      })}
    </nav>
  )
}
