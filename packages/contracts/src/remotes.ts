import type { Observable } from 'rxjs'
import type { NavEntry, RemoteRoute } from './manifest.ts'
import type { PublicUser } from './users.ts'

/** One remote as the page's release set names it. URLs are absolute paths on the site. */
export interface RemoteRelease {
  version: string
  /** `/r/<name>/<version>/` */
  base: string
  entry: string
  container: string
  routes: RemoteRoute[]
  nav: NavEntry[]
  offers: Record<string, string>
  /** Exposed module or screen to the URLs of its chunks, so that the shell fetches them beside the entry, not after. */
  exposes: Record<string, { js: string[]; css: string[] }>
  /** URL to integrity, for every script and style of the release. */
  integrity: Record<string, string>
}

export type Session = PublicUser | null

/** A message from the shell's one socket. */
export interface LiveMessage {
  type: string
  data: unknown
}

export interface MountedOffer {
  update(props: Record<string, unknown>): void
  unmount(): Promise<void>
}

/** All that a remote gets from the shell. Contracts know no DOM, so the kit names the element: `HTMLElement`. */
export interface RemoteContext<Element = unknown> {
  /** Prefix of every route, '' at the root. */
  basePath: string
  session$: Observable<Session>
  live$: Observable<LiveMessage>
  /** Goes to a path of the site; `replace` leaves no entry in the history. */
  navigate(to: string, options?: { replace?: boolean }): void
  /** Reports a failure: one that the remote survived, or, `fatal`, one that leaves it with nothing to show. */
  report(error: unknown, options?: { fatal?: boolean }): void
  /** Shows what another remote offers (`mfe-chat/box`), with the shell's own deadline, fallback and integrity. */
  mount(offer: string, element: Element, props: Record<string, unknown>): MountedOffer
}
