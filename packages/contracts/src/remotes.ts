import type { Observable } from 'rxjs'
import type { Change } from './changes.ts'
import type { NavEntry, RemoteManifest, RemoteRoute } from './manifest.ts'
import type { Slots } from './slots.ts'
import type { LiveMessage, SendLive } from './sockets.ts'
import type { Session } from './users.ts'

/** One remote as the page's release set names it. URLs are paths on the site, or whole where another host serves them. */
export interface RemoteRelease {
  version: string
  /** `/r/<name>/<version>/` */
  base: string
  entry: string
  container: string
  routes: RemoteRoute[]
  nav: NavEntry[]
  offers: RemoteManifest['offers']
  /** Exposed module or screen to the URLs of its chunks, so that the shell fetches them beside the entry, not after. */
  exposes: Record<string, { js: string[]; css: string[] }>
  /** URL to integrity, for every script and style of the release. */
  integrity: Record<string, string>
}

/** Who is signed in, as the shell knows it. */
export interface SessionContext {
  readonly current: Session
  /** Every session from now on, the current one first. */
  readonly changes$: Observable<Session>
  /** Asks the server again: for a remote that has signed someone in or out. Other tabs follow. Never rejects. */
  refresh(): Promise<Session>
  /** Goes to /login, and from there back to where the reader is now. */
  signIn(): void
}

export interface AnnouncedChange {
  /** Grows with every change; what `after` takes to go on from here. */
  position: number
  change: Change
}

/** What remotes tell each other, in every tab of this browser. */
export interface ChangesContext {
  announce(change: Change): void
  /**
   * The changes after a position (0 for all), then those to come. Of several changes of one kind and id only the last
   * is kept, which is all that a cache needs to be current.
   */
  after(position: number): Observable<AnnouncedChange>
}

/** How many chats have unread messages; 0 when nobody is signed in. The shell shows it. */
export interface UnreadContext {
  readonly count: number
  /** Every count from now on, the current one first. */
  readonly count$: Observable<number>
  /** For a remote that has shown unread chats, `by` of them: 1 unless it says otherwise. */
  lower(by?: number): void
  reset(): void
  /** Asks the server again. Never rejects. */
  refresh(): Promise<void>
}

export interface MountedOffer<Props> {
  update(props: Props): void
  unmount(): Promise<void>
}

/** All that a remote gets from the shell. Contracts know no DOM, so the kit names the element: `HTMLElement`. */
export interface RemoteContext<Element = unknown> {
  /** Prefix of every route, '' at the root. */
  basePath: string
  session: SessionContext
  /** What comes over the shell's one socket. */
  live$: Observable<LiveMessage>
  send: SendLive
  changes: ChangesContext
  unread: UnreadContext
  /** Goes to a path of the site; `replace` leaves no entry in the history. */
  navigate(to: string, options?: { replace?: boolean }): void
  /** Reports a failure: one that the remote survived, or, `fatal`, one that leaves it with nothing to show. */
  report(error: unknown, options?: { fatal?: boolean }): void
  /**
   * Shows what another remote offers for a slot, with the shell's own deadline, fallback and integrity; nothing where
   * no remote offers anything.
   */
  mount<Slot extends keyof Slots>(slot: Slot, element: Element, props: Slots[Slot]): MountedOffer<Slots[Slot]>
}
