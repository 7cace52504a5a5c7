import { compressAnswers } from '@aangan/gateway/compression'
import { GatewayConfig } from '@aangan/gateway/config'
import { createHourlyLimits } from '@aangan/gateway/hourly-limits'
import { limitRequests } from '@aangan/gateway/limits'
import { checkOrigins } from '@aangan/gateway/origins'
import type { PaceRequest } from '@aangan/gateway/pace'
import { forward } from '@aangan/gateway/proxy'
import { addSecurityHeaders } from '@aangan/gateway/security-headers'
import { exchangeSessions, type Sessions, VISITOR } from '@aangan/gateway/sessions'
import { watchReaders } from '@aangan/gateway/slow-readers'
import { limitUnread } from '@aangan/gateway/unread'
import { openRoutes, routeOf } from '@aangan/gateway/upstreams'
import { openBus } from '@aangan/service-kit/bus/open'
import { readConfig } from '@aangan/service-kit/config'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { openKeyPair } from '@aangan/service-kit/secrets'
import { type App, createServer } from '@aangan/service-kit/server'
import httpProxy from '@fastify/http-proxy'
import fastify from 'fastify'

/** A gateway with the first `PARTS` parts of ours; the cost of a part is the difference to the run before. */
const { env } = process
const count = Number(env.PARTS)
const [log, metrics] = [createLog({ level: 'error' }), createMetrics()]
const config = readConfig(GatewayConfig, env)
const routes = openRoutes(config)

/** Baseline: Fastify with @fastify/http-proxy. */
function buildPeer(): App {
  const app: App = fastify()
  app.register(httpProxy, { prefix: '/posts', rewritePrefix: '/posts', upstream: config.POSTS_URL })
  return app
}

function buildBare(): App {
  const app: App = fastify()
  everybodyIsAVisitor(app)
  forwardPosts(app)
  return app
}

function everybodyIsAVisitor(app: App): void {
  app.decorateRequest('caller')
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    request.caller = VISITOR
    done()
  })
}

function forwardPosts(app: App): void {
  const hourly = createHourlyLimits(config)
  const unread = limitUnread(watchReaders(app)).ofService()
  for (const route of routes.filter(({ name }) => name === 'posts'))
    forward(app, route, { policyOf: () => '', sessions, hourly, unread })
}

async function addSessions(app: App): Promise<void> {
  const bus = await openBus(env.BUS_URL ?? '', { name: 'parts', log, metrics })
  const identity = await openKeyPair(env.KEYS ?? '')
  const auth = routeOf(routes, 'auth').upstream
  sessions = await exchangeSessions(app, { auth, bus, identity, now: () => new Date() })
}

let sessions: Sessions = { callerOf: () => VISITOR, personOf: () => null, forget: () => undefined }
/** One client sends all requests here. */
const pace: PaceRequest = (_keys, _url, begin) => begin()

const PARTS: ((app: App) => unknown)[] = [
  (app) => addSecurityHeaders(app, config),
  (app) => checkOrigins(app, config),
  (app) => limitRequests(app, { config, sessions, readers: watchReaders(app), pace }),
  addSessions,
  compressAnswers,
]

async function buildOurs(): Promise<App> {
  const app = createServer({ name: 'gateway', parts: { log, metrics }, ready: async () => {} })
  for (const add of PARTS.slice(0, count - 1)) await add(app)
  if (count - 1 < PARTS.indexOf(addSessions) + 1) everybodyIsAVisitor(app)
  forwardPosts(app)
  return app
}

const app = env.PARTS === 'peer' ? buildPeer() : count === 0 ? buildBare() : await buildOurs()
await app.listen({ host: '127.0.0.1', port: config.PORT })
