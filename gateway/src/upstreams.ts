import { addressName, SERVICE_NAMES, SERVICES, type ServiceName } from '@aangan/contracts/services'
import { createUpstream, type Upstream } from '@aangan/service-kit/upstream'
import type { GatewayConfig } from './config.ts'
import { CONNECTIONS, createTurns, type Turns } from './turns.ts'

export interface Route {
  name: ServiceName
  prefixes: readonly string[]
  servesPages: boolean
  /** Maximum bytes of a request body. */
  bodyLimit: number
  turn: Turns
  upstream: Upstream
  /** How long a call may wait for its turn, a connection, or the first byte of its response. */
  timeoutMs: number
  /** For writes whose bodies are too large to buffer; null if all are buffered. */
  uploads: Upstream | null
}

/** An upload from a phone holds its connection for a minute. */
const UPLOAD_CONNECTIONS = 256

/** Bodies up to this size are buffered before they are forwarded. */
const MAX_BUFFERED = 1_048_576

export function openRoutes(config: GatewayConfig): Route[] {
  const timeoutMs = config.UPSTREAM_TIMEOUT_MS
  return SERVICE_NAMES.map((name) => {
    const { prefixes, knownAs, bodyLimit, servesPages = false, writesWithinMs = 0 } = SERVICES[name]
    const addresses = config[addressName(name)]
    const open = (connections: number, waitMs: number) => createUpstream(addresses, { connections, timeoutMs: waitMs })
    return {
      name,
      prefixes,
      servesPages,
      bodyLimit,
      turn: createTurns({ knownAs, patienceMs: timeoutMs, processes: addresses.split(',').length }),
      timeoutMs,
      upstream: open(CONNECTIONS, timeoutMs),
      uploads: bodyLimit > MAX_BUFFERED ? open(UPLOAD_CONNECTIONS, Math.max(timeoutMs, writesWithinMs)) : null,
    }
  })
}

export function routeOf(routes: Route[], name: ServiceName): Route {
  const route = routes.find((one) => one.name === name)
  if (!route) throw new Error(`no route to the service ${name}`)
  return route
}
