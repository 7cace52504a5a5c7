import { type ApiService, SERVICE_PREFIXES, type ServiceName } from '@aangan/contracts/services'
import { createUpstream, type Upstream } from '@aangan/service-kit/upstream'
import type { GatewayConfig } from './config.ts'

/** A service behind the gateway, and what of the site is its. */
export interface Route {
  name: ServiceName
  prefixes: readonly string[]
  methods: Method[]
  /** Bytes a request's body may have. */
  bodyLimit: number
  upstream: Upstream
}

const API_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const PAGE_METHODS = ['GET', 'HEAD'] as const
type Method = (typeof API_METHODS)[number]

const JSON_LIMIT = 1_048_576
/** The largest picture, 15 MB, and the form around it. */
const MEDIA_LIMIT = 16_000_000
/** Explicit, since a library's default is a surprise under load: calls beyond wait for a free one. */
const CONNECTIONS = 64

/** The table of the site: which service answers which addresses. What no prefix claims is registry's. */
export function openRoutes(config: GatewayConfig): Route[] {
  const open = (url: string) => createUpstream(url, { connections: CONNECTIONS, timeoutMs: config.UPSTREAM_TIMEOUT_MS })
  const api = (name: ApiService, url: string, bodyLimit = JSON_LIMIT): Route => ({
    name,
    prefixes: SERVICE_PREFIXES[name],
    methods: [...API_METHODS],
    bodyLimit,
    upstream: open(url),
  })
  return [
    api('posts', config.POSTS_URL),
    api('users', config.USERS_URL),
    api('media', config.MEDIA_URL, MEDIA_LIMIT),
    { name: 'registry', prefixes: [''], methods: [...PAGE_METHODS], bodyLimit: 0, upstream: open(config.REGISTRY_URL) },
  ]
}
