import type { NavEntry } from './manifest.ts'
import type { RemoteRelease } from './remotes.ts'

interface Asked {
  area: NavEntry['area']
  isSignedIn: boolean
}

/** What the live remotes want in an area of the navigation, for a visitor or for somebody who is signed in, in order. */
export function linksOf(remotes: Record<string, Pick<RemoteRelease, 'nav'>>, { area, isSignedIn }: Asked): NavEntry[] {
  const audience = isSignedIn ? 'user' : 'visitor'
  return Object.values(remotes)
    .flatMap(({ nav }) => nav)
    .filter((entry) => entry.area === area && (entry.for === 'everyone' || entry.for === audience))
    .sort((one, other) => one.order - other.order || one.label.localeCompare(other.label, 'en'))
}
