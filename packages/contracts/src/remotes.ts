import type { Observable } from 'rxjs'
import type { Change } from './changes.ts'
import type { NavEntry, RemoteManifest, RemoteRoute } from './manifest.ts'
import type { Slots } from './slots.ts'
import type { LiveMessage, SendLive } from './sockets.ts'
import type { Session } from './users.ts'

/** A remote in the page's release set. URLs are paths on the site, or absolute if another host serves them. */
export interface RemoteRelease {
  version: string
  /** `/r/<name>/`, or `/r/<name>/<version>/` if the names of its files have no hashes. */
  base: string
  entry: string
  container: string
  routes: RemoteRoute[]
  nav: NavEntry[]
  offers: RemoteManifest['offers']
  /** Chunk URLs by exposed module or screen: the shell fetches them in parallel with the entry. */
  exposes: Record<string, { js: string[]; css: string[] }>
  /** Integrity by URL, for every script and style of the release. */
  integrity: Record<string, string>
}

export interface SessionContext {
  readonly current: Session
  /** Emits the current session first, then every change. */
  readonly changes$: Observable<Session>
  /**
   * Fetches the session again, for a remote that signed someone in or out. Other tabs follow. Never rejects; resolves
   * with `unknown` if a visitor may have signed in, but the server cannot tell.
   */
  refresh(): Promise<Session>
  /** Navigates to /login, which shows the reason, and back to the current page afterwards. */
  signIn(reason?: string): void
}

export interface AnnouncedChange {
  /** Increases with every change; pass it to `after` to resume. */
  position: number
  change: Change
}

/** Changes that remotes announce to each other, in every tab of this browser. */
export interface ChangesContext {
  announce(change: Change): void
  /**
   * Emits the changes after a position (0 for all), then new ones. Only the last change of each kind and id is kept,
   * which is enough to keep a cache current.
   */
  after(position: number): Observable<AnnouncedChange>
}

/** Number of chats with unread messages, shown by the shell; 0 while nobody is signed in. */
export interface UnreadContext {
  readonly count: number
  /** Emits the current count first, then every change. */
  readonly count$: Observable<number>
  /** Call it after showing unread chats; `by` is their number, 1 by default. */
  lower(by?: number): void
  /**
   * Call it while somebody reads the newest message of a chat: until the returned function is called, the chat does not
   * count as unread, although each message makes it so until it is marked as read.
   */
  reading(chatId: string): () => void
  /** Call it once the server has marked an unread chat as read; fetches the count, too. */
  read(chatId: string): void
  reset(): void
  /** Fetches the count again. Never rejects. */
  refresh(): Promise<void>
}

export interface MountedOffer<Props> {
  update(props: Props): void
  unmount(): Promise<void>
}

/** What an offer gets besides the context: the props of its slot, which follow those of the page that mounts it. */
export interface OfferProps<Props> {
  offerProps: Props
}

/** Everything the shell gives a remote. Contracts know no DOM, so @aangan/remote sets `Element` to `HTMLElement`. */
export interface RemoteContext<Element = unknown> {
  /** Prefix of every route; '' at the root. */
  basePath: string
  session: SessionContext
  /** Events of the shell's one socket. */
  live$: Observable<LiveMessage>
  send: SendLive
  changes: ChangesContext
  unread: UnreadContext
  /** Navigates within the site; `replace` adds no history entry, `state` is what React Router finds as its state. */
  navigate(to: string, options?: { replace?: boolean; state?: object }): void
  /**
   * Reports a failure. `fatal`: the remote has nothing left to show. `recovered`: React has rendered again what the server
   * had rendered.
   */
  report(error: unknown, options?: { fatal?: boolean; recovered?: boolean }): void
  /**
   * Mounts another remote's offer for a slot, with the shell's deadline, fallback and integrity checks. Mounts nothing
   * if no remote fills the slot.
   */
  mount<Slot extends keyof Slots>(slot: Slot, element: Element, props: Slots[Slot]): MountedOffer<Slots[Slot]>
}
