import type { Currency } from './prices.ts'
import type { RemoteRelease } from './remotes.ts'
import type { Session } from './users.ts'

/** What the page tells the browser before any script runs: the `release-set` element's JSON. */
export interface PageBoot {
  site: {
    name: string
    currency: Currency
    /** How the reader's figures are grouped, such as 'en-IN': for `createFormat`. Words are English whatever it is. */
    locale: string
    /** The map's tiles: a template with `{z}`, `{x}`, `{y}` and perhaps `{s}`; null for the bundled outline alone. */
    tiles: { url: string; attribution: string } | null
    /** Where a map goes that has nothing to show, in degrees; null for all of India. */
    mapCentre: { latitude: number; longitude: number } | null
  }
  shell: {
    version: string
    /** How long a remote may take until something is shown in its stead. */
    deadlineMs: number
    /** As those of remotes: of what the shell loads by itself later. */
    integrity: RemoteRelease['integrity']
  }
  remotes: Record<string, RemoteRelease>
  /** Who the page was made for, so that its first paint is right; `unknown` where that could not be told in time. */
  session: Session
}

/** Ids of the page's inert `<script type="application/json">` elements. */
export const BOOT_ELEMENT = 'boot'
/** Its `data-path` attribute is the call, its text the answer as `FirstData`. */
export const FIRST_DATA_ELEMENT = 'first-data'

export interface FirstData {
  /** The call, path and query. */
  path: string
  status: number
  /** Answer headers that clients read, lower-case: `link`, `x-total-count`. */
  headers: Record<string, string>
  body: unknown
}
