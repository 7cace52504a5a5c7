import type { NavEntry } from './manifest.ts'
import type { RemoteRelease } from './remotes.ts'
import type { Session } from './users.ts'

interface Asked {
  area: NavEntry['area']
  status: Session['status']
}

/** Navigation entries of the live remotes in display order; only those for everyone while the session is unknown. */
export function linksOf(remotes: Record<string, Pick<RemoteRelease, 'nav'>>, { area, status }: Asked): NavEntry[] {
  return Object.values(remotes)
    .flatMap(({ nav }) => nav)
    .filter((entry) => entry.area === area && (entry.for === 'everyone' || entry.for === status))
    .sort((one, other) => one.order - other.order || one.label.localeCompare(other.label, 'en'))
}
