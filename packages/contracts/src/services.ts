interface Service {
  /** The addresses that are its own, each with all beneath it. */
  prefixes: readonly string[]
  /** What someone who looks for a home knows it by, in the plural: "Listings are not available right now." */
  knownAs: string
  /** The most bytes that a request's body may have. */
  bodyLimit: number
  /** Whether the gateway passes a visitor's cookies on to it: they are secrets, and all others get who it is instead. */
  getsCookies?: true
}

const JSON_LIMIT = 1_048_576
/** The largest picture, 15 MB, and the form around it. */
const PICTURE_LIMIT = 16_000_000

/**
 * All services, by name: one word. Routes and addresses of the gateway, what visitors read when one is away, and what
 * `npm start` starts follow from this table.
 */
const TABLE = {
  auth: { prefixes: ['/auth'], knownAs: 'Accounts', bodyLimit: 16_384, getsCookies: true },
  posts: { prefixes: ['/posts'], knownAs: 'Listings', bodyLimit: JSON_LIMIT },
  users: { prefixes: ['/users'], knownAs: 'Profiles', bodyLimit: JSON_LIMIT },
  chats: { prefixes: ['/chats', '/messages'], knownAs: 'Chats', bodyLimit: 65_536 },
  media: { prefixes: ['/media'], knownAs: 'Pictures', bodyLimit: PICTURE_LIMIT },
  /** Answers whatever no prefix claims, with pages. */
  registry: { prefixes: [], knownAs: 'The pages of this site', bodyLimit: 0 },
} satisfies Record<string, Service>

export type ServiceName = keyof typeof TABLE

export const SERVICES: Record<ServiceName, Service> = TABLE
export const SERVICE_NAMES = Object.keys(SERVICES) as ServiceName[]

/** The variable that tells where a service listens: `POSTS_URL`. */
export type AddressName<N extends ServiceName = ServiceName> = `${Uppercase<N>}_URL`

export function addressName<N extends ServiceName>(name: N): AddressName<N> {
  return `${name.toUpperCase() as Uppercase<N>}_URL`
}

/** The service whose prefix a path is under; undefined for a page's. The path may have a query. */
export function serviceOf(path: string): ServiceName | undefined {
  const [pathname = ''] = path.split('?', 1)
  return SERVICE_NAMES.find((name) =>
    SERVICES[name].prefixes.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`)),
  )
}

/** First parts of an address that are the site's own, or will be: no page is shown there. */
export const RESERVED = ['socket.io', ...['dev', 'docs', 'healthz', 'livez', 'metrics', 'r', 'sitemaps', 'unreadable']]

/** Header that carries one request's id from the gateway through every service, its logs and its error body. */
export const REQUEST_ID_HEADER = 'x-request-id'
