import { addressName, SERVICE_NAMES, SERVICES, type ServiceName } from '@aangan/contracts/services'
import { createUpstream, type Upstream } from '@aangan/service-kit/upstream'
import type { GatewayConfig } from './config.ts'

/** A service behind the gateway, and what of the site is its. */
export interface Route {
  name: ServiceName
  prefixes: readonly string[]
  /** Whether it answers whatever no prefix claims, for people; all others answer programs. */
  isPages: boolean
  methods: Method[]
  /** Bytes a request's body may have. */
  bodyLimit: number
  upstream: Upstream
  /** For what changes something, where bodies are too large to be kept until they are complete: they come slowly. */
  uploads: Upstream | null
}

const API_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const PAGE_METHODS = ['GET', 'HEAD'] as const
type Method = (typeof API_METHODS)[number]

/** Explicit, since a library's default is a surprise under load: calls beyond wait for a free one. */
const CONNECTIONS = 64

/** Bodies of so many bytes are read whole before a service hears of them. */
const WHOLE = 1_048_576

/** The table of the site: which service answers which addresses. */
export function openRoutes(config: GatewayConfig): Route[] {
  const options = { connections: CONNECTIONS, timeoutMs: config.UPSTREAM_TIMEOUT_MS }
  return SERVICE_NAMES.map((name) => {
    const { prefixes, bodyLimit } = SERVICES[name]
    const isPages = prefixes.length === 0
    const open = () => createUpstream(config[addressName(name)], options)
    return {
      name,
      prefixes: isPages ? [''] : prefixes,
      isPages,
      methods: [...(isPages ? PAGE_METHODS : API_METHODS)],
      bodyLimit,
      upstream: open(),
      uploads: bodyLimit > WHOLE ? open() : null,
    }
  })
}

export function upstreamOf(routes: Route[], name: ServiceName): Upstream {
  const route = routes.find((one) => one.name === name)
  if (!route) throw new Error(`no route leads to ${name}`)
  return route.upstream
}
