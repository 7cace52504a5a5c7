import type { Currency } from './prices.ts'
import type { RemoteRelease } from './remotes.ts'
import type { SignInState } from './sign-in.ts'
import type { Session } from './users.ts'

/** Everything the browser needs before any script runs: the JSON of the `boot` element. */
export interface PageBoot {
  site: {
    name: string
    currency: Currency
    /** The locale that groups the reader's figures, such as 'en-IN', for `createFormat`. Words are always English. */
    locale: string
    /** Map tile URL template with `{z}`, `{x}`, `{y}` and optionally `{s}`; null shows only the bundled outline. */
    tiles: { url: string; attribution: string } | null
    /** Centre of an empty map, in degrees; null shows all of India. */
    mapCentre: { latitude: number; longitude: number } | null
  }
  shell: {
    version: string
    /** How long a remote may take before its fallback is shown. */
    deadlineMs: number
    /** As for remotes: covers chunks the shell loads later. */
    integrity: RemoteRelease['integrity']
  }
  remotes: Record<string, RemoteRelease>
  /** The names of remotes, or `shell`, whose outcomes are reported: while some visitors get a canary of them. */
  canaries?: string[]
  /** Who the page was rendered for, so that its first paint is right; `unknown` if that took too long to find out. */
  session: Session
  /** Of the page's history entry, as far as the server knows: on the sign-in page, to which it sends visitors. */
  state?: SignInState
}

/** Where pages report what became of the remotes in `canaries`: an `OutcomeReport`. */
export const OUTCOMES_URL = '/r/outcomes'

export const ROOT_ELEMENT = 'root'

/** Ids of the page's inert `<script type="application/json">` elements. */
export const BOOT_ELEMENT = 'boot'
/** Id of the first of those with a response: its text is a `FirstData`, its `data-path` attribute the API call. */
export const FIRST_DATA_ELEMENT = 'first-data'

/** Attribute of elements with HTML from the server until it is hydrated; its value is `TAKEN` meanwhile, '' before. */
export const SERVED = 'data-rendered'
export const TAKEN = 'taken'

/** Attribute of a rendered page's document element while it is shown in the fallback font: see `bringFont`. */
export const WITHOUT_FONT = 'data-without-font'
/** In the local storage of browsers that have loaded the font. */
export const FONT_KEY = 'font'

/** Attribute of buttons and forms in it that were pressed or sent, until that is carried out. */
export const HELD = 'data-held'

/** Attribute of forms with `method="post"` that the site takes without any script, so they are sent at once. */
export const PLAIN_FORM = 'data-plain'

/** Attribute of the document's element while the site is out of reach, and what it shows is from before. */
export const KEPT = 'data-kept'

/** Where the registry serves a `PageCopy`. */
export const PAGE_COPY_URL = '/r/page.json'

/** Where the registry serves the service worker that opens pages while the site is out of reach. */
export const WORKER_URL = '/r/worker.js'

/** Browsers ask for it again with each page, and let it open pages of all addresses. */
export const WORKER_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-cache',
  'service-worker-allowed': '/',
}

/** Takes the place of the worker in every browser that comes back, does nothing, and leaves unless a page registers it again. */
export const LEAVING_WORKER = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(registration.unregister()))
`

export interface FirstData {
  /** Path and query of the API call. */
  path: string
  status: number
  /** Response headers that clients read, in lower case: `link`, `x-total-count`, `content-location`. */
  headers: Record<string, string>
  body: unknown
}
