import { OUTCOMES_URL } from './page.ts'

interface Service {
  /** The URL prefixes it owns, each with all paths below it. */
  prefixes: readonly string[]
  /** Its name for visitors, in the plural: "Listings are not available right now." */
  knownAs: string
  /** Maximum bytes of a request body. */
  bodyLimit: number
  /** Its slowest write. The gateway waits for the answer to a large write at least so long. */
  writesWithinMs?: number
  /** Which cookies the gateway forwards. Some are secrets: most services get the caller's identity instead. */
  getsCookies?: 'all' | readonly string[]
  /** Whether the gateway forwards the caller's own bearer token, as `DEPLOY_TOKEN_HEADER`. */
  getsDeployTokens?: true
  /** Whether it serves every path that no prefix claims. */
  servesPages?: true
}

/** While a release goes to a share of the visitors: a number from 0 to 9999 that keeps a visitor with it or without it. */
export const VISIT_COOKIE = 'visit'
/** In the browser of a developer: signed, its pages take one remote from the developer's own machine. */
export const OVERRIDE_COOKIE = 'override'
/** Where it is accepted, shown and reset, and what these pages load. */
export const OVERRIDE_PAGE = '/r/override'

const JSON_LIMIT = 1_048_576
/** The largest picture, 15 MB, plus the form around it. */
const PICTURE_LIMIT = 16_000_000
/** A release as it is sent: ten times our largest. */
const RELEASE_LIMIT = 32_000_000

/**
 * All services by name, one word each. The gateway's routes and address variables, its messages during an outage, and
 * what `npm start` starts all derive from this table.
 */
const TABLE = {
  auth: { prefixes: ['/auth'], knownAs: 'Accounts', bodyLimit: 16_384, getsCookies: 'all' },
  posts: { prefixes: ['/posts'], knownAs: 'Listings', bodyLimit: JSON_LIMIT },
  users: { prefixes: ['/users'], knownAs: 'Profiles', bodyLimit: JSON_LIMIT },
  chats: { prefixes: ['/chats', '/messages'], knownAs: 'Chats', bodyLimit: 65_536 },
  media: { prefixes: ['/media'], knownAs: 'Pictures', bodyLimit: PICTURE_LIMIT },
  registry: {
    prefixes: ['/releases', OUTCOMES_URL, OVERRIDE_PAGE],
    knownAs: 'The pages of this site',
    bodyLimit: RELEASE_LIMIT,
    // One after another, onto a disk that may be slow.
    writesWithinMs: 60_000,
    getsCookies: [VISIT_COOKIE, OVERRIDE_COOKIE],
    getsDeployTokens: true,
    servesPages: true,
  },
} satisfies Record<string, Service>

export type ServiceName = keyof typeof TABLE

/** The services whose data the registry embeds in pages, with the identity of who asks for the page. */
export const ASKED_FOR_PAGES = ['posts', 'users'] as const satisfies ServiceName[]

/** Who accepts an identity token that was sent to this one. */
export function audiencesOf(name: Audience): Audience[] {
  return name === 'registry' ? [name, ...ASKED_FOR_PAGES] : [name]
}

export const SERVICES: Record<ServiceName, Service> = TABLE
export const SERVICE_NAMES = Object.keys(SERVICES) as ServiceName[]

/** Who may get the identity of a caller. */
export const AUDIENCES = [...SERVICE_NAMES, 'realtime'] as const
export type Audience = (typeof AUDIENCES)[number]

/** The environment variable with a service's address: `POSTS_URL`. */
export type AddressName<N extends ServiceName = ServiceName> = `${Uppercase<N>}_URL`

export function addressName<N extends ServiceName>(name: N): AddressName<N> {
  return `${name.toUpperCase() as Uppercase<N>}_URL`
}

/** The service that owns a path, with or without a query; undefined for a page. */
export function serviceOf(path: string): ServiceName | undefined {
  const [pathname = ''] = path.split('?', 1)
  return SERVICE_NAMES.find((name) =>
    SERVICES[name].prefixes.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`)),
  )
}

/** First path segments that the site uses itself, now or later: no remote may claim them. */
export const RESERVED = ['socket.io', ...['dev', 'docs', 'healthz', 'livez', 'metrics', 'r', 'sitemaps', 'unreadable']]

/** A team's token for deploying its remote. `Authorization` is the gateway's own between it and the services. */
export const DEPLOY_TOKEN_HEADER = 'x-aangan-deploy-token'

/** Carries one request's id from the gateway through every service, its logs and its error bodies. */
export const REQUEST_ID_HEADER = 'x-request-id'
