import type { IdentitySigner } from '@aangan/service-kit/identity'
import type { Parts } from '@aangan/service-kit/parts'
import { type App, createServer, type ServerOptions } from '@aangan/service-kit/server'
import { mergeDocuments } from './api-document.ts'
import { compressAnswers } from './compression.ts'
import type { GatewayConfig } from './config.ts'
import { keepPages } from './copy/copy.ts'
import { serveDocs } from './docs.ts'
import { createErrorHandler } from './error-page.ts'
import { createHealth } from './health.ts'
import { createHourlyLimits } from './hourly-limits.ts'
import { keepAnswer } from './kept-answer.ts'
import { countLimited } from './limited.ts'
import { limitRequests } from './limits.ts'
import { checkOrigins } from './origins.ts'
import { createRequestPace } from './pace.ts'
import { forward } from './proxy.ts'
import type { Nodes } from './realtime/nodes.ts'
import { passSockets } from './realtime/route.ts'
import { addSecurityHeaders, createPolicy } from './security-headers.ts'
import { exchangeSessions } from './sessions.ts'
import { takeSignInForms } from './sign-in-form.ts'
import { watchReaders } from './slow-readers.ts'
import { stopSlowly } from './stopping.ts'
import { limitUnread } from './unread.ts'
import { openRoutes, routeOf } from './upstreams.ts'

/** A service that starts or ends is soon in the API document. */
const DOCUMENT_MS = 10_000

interface GatewayParts extends Pick<Parts, 'log' | 'metrics' | 'bus' | 'now'> {
  config: GatewayConfig
  identity: IdentitySigner
  /** The monotonic clock, in milliseconds; that of the process by default. */
  elapsedMs?: (() => number) | undefined
}

export async function buildGateway({ config, log, metrics, ...parts }: GatewayParts): Promise<App> {
  const routes = openRoutes(config)
  let nodes: Nodes | undefined
  let isStopping = false
  const policyOf = createPolicy(config)
  const copy = keepPages({ registryUrl: config.REGISTRY_URL, policyOf, log, metrics })
  const health = {
    routes,
    pages: copy.state,
    hasRealtime: () => (nodes?.open() ?? 0) > 0,
    isStopping: () => isStopping,
  }
  const app = createServer({
    name: 'gateway',
    parts: { log, metrics },
    ready: createHealth(health, { log, metrics }),
    document: keepAnswer({
      type: 'application/json; charset=utf-8',
      load: async () => JSON.stringify(await mergeDocuments(routes, `${config.SITE_NAME} API`)),
      forMs: DOCUMENT_MS,
    }),
    onError: createErrorHandler(config.SITE_NAME),
    trustProxy: proxiesOf(config),
  })
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onClose', async () => {
    await Promise.all([
      copy.close(),
      ...routes.flatMap(({ upstream, uploads }) => [upstream.close(), uploads?.close()]),
    ])
  })
  // Order matters: headers of every response, then checks that may refuse a request; hooks come before the routes.
  await addSecurityHeaders(app, config)
  await checkOrigins(app, config)
  const sessions = await exchangeSessions(app, { auth: routeOf(routes, 'auth').upstream, ...parts })
  const readers = watchReaders(app)
  countLimited(app, metrics)
  limitRequests(app, { config, sessions, readers, pace: createRequestPace() })
  compressAnswers(app)
  await serveDocs(app, config.SITE_NAME)
  const unread = limitUnread(readers)
  nodes = await passSockets(app, { bus: parts.bus, log, metrics, policy: policyOf({}), unread: unread.ofService() })
  stopSlowly(app, { drainMs: config.DRAIN_MS, nodes, log })
  const hourly = createHourlyLimits(config)
  for (const route of routes) forward(app, route, { policyOf, sessions, hourly, unread: unread.ofService(), copy })
  takeSignInForms(app, { auth: routeOf(routes, 'auth'), pages: routeOf(routes, 'registry'), policyOf, sessions })
  return app
}

function proxiesOf({ TRUST_PROXY }: GatewayConfig): ServerOptions['trustProxy'] {
  if (!TRUST_PROXY) return false
  const hops = Number(TRUST_PROXY)
  return Number.isInteger(hops) ? (_address, hop) => hop < hops : TRUST_PROXY
}
