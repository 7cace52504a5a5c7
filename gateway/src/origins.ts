import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import { offersUpgrade } from '@aangan/service-kit/upgrades'
import cors from '@fastify/cors'
import type { FastifyRequest } from 'fastify'
import type { GatewayConfig } from './config.ts'
import { addVary } from './vary.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
const EXPOSED = ['Link', 'X-Total-Count', 'Content-Location', 'X-Left-Out', 'X-Request-Id', 'Retry-After', 'Allow']
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const PREFLIGHT_SECONDS = 600

/** Relies on headers that browsers set and pages cannot change: `Origin` and `Sec-Fetch-Site`. */
export async function checkOrigins(app: App, { ALLOWED_ORIGINS }: GatewayConfig): Promise<void> {
  const allowed = new Set(ALLOWED_ORIGINS)
  if (allowed.size > 0) await allowOrigins(app, allowed)
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!SAFE.has(request.method) || offersUpgrade(request)) refuseForeign(request, allowed)
    done()
  })
}

async function allowOrigins(app: App, allowed: Set<string>): Promise<void> {
  await app.register(cors, {
    delegator: async (request: FastifyRequest) => ({
      origin: allowed.has(request.headers.origin ?? ''),
      // A plain OPTIONS is forwarded to the service.
      preflight: request.headers['access-control-request-method'] !== undefined,
      credentials: true,
      methods: METHODS,
      exposedHeaders: EXPOSED,
      maxAge: PREFLIGHT_SECONDS,
    }),
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    addVary(reply, 'origin')
    done(null, payload)
  })
}

function refuseForeign(request: FastifyRequest, allowed: Set<string>): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  // Only browsers send these headers; other clients carry no visitor's session that could be abused.
  if (origin === undefined && site !== 'cross-site' && site !== 'same-site') return
  if (origin !== undefined && (allowed.has(origin) || isOurs(origin, request))) return
  throw new AppError('FORBIDDEN', `Pages of ${origin ?? 'other sites'} are not allowed to make changes here.`)
}

/**
 * Browsers send exactly `scheme://host[:port]`: a value that is written differently comes from no browser.
 * An http page may have been tampered with in transit, so it is no same origin for an https site.
 */
function isOurs(origin: string, { host, protocol }: Pick<FastifyRequest, 'host' | 'protocol'>): boolean {
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  const isPlain = page.origin === origin && (page.protocol === 'https:' || page.protocol === 'http:')
  return isPlain && page.host === host.toLowerCase() && !(protocol === 'https' && page.protocol === 'http:')
}
