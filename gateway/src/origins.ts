import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import { offersUpgrade } from '@aangan/service-kit/upgrades'
import cors from '@fastify/cors'
import type { FastifyRequest } from 'fastify'
import type { GatewayConfig } from './config.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
const EXPOSED = ['Link', 'X-Total-Count', 'X-Request-Id', 'Retry-After', 'Allow']
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const PREFLIGHT_SECONDS = 600

/**
 * Lets pages of the allowed origins call with the visitor's session, and refuses every call that changes something, and
 * every WebSocket, from a page of any other site: the browser says where a call comes from, whatever the page wants.
 */
export async function checkOrigins(app: App, { ALLOWED_ORIGINS }: GatewayConfig): Promise<void> {
  const allowed = new Set(ALLOWED_ORIGINS)
  if (allowed.size > 0) await answerOthers(app, allowed)
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!SAFE.has(request.method) || offersUpgrade(request)) refuseForeign(request, allowed)
    done()
  })
}

async function answerOthers(app: App, allowed: Set<string>): Promise<void> {
  await app.register(cors, {
    delegator: async (request: FastifyRequest) => ({
      origin: allowed.has(request.headers.origin ?? ''),
      // A plain OPTIONS is a question to the service behind.
      preflight: request.headers['access-control-request-method'] !== undefined,
      credentials: true,
      methods: METHODS,
      exposedHeaders: EXPOSED,
      maxAge: PREFLIGHT_SECONDS,
    }),
  })
}

function refuseForeign(request: FastifyRequest, allowed: Set<string>): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  // Only browsers say where a call comes from; a program without a browser has no visitor's session to abuse.
  if (origin === undefined && site !== 'cross-site' && site !== 'same-site') return
  if (origin !== undefined && (allowed.has(origin) || isOurs(origin, request))) return
  throw new AppError('FORBIDDEN', `Calls that change something are not taken from pages of ${origin ?? 'other sites'}`)
}

/** A page that came without TLS, which anybody on the way may have written, does not speak for a site with it. */
function isOurs(origin: string, { host, protocol }: FastifyRequest): boolean {
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  return page.host === host && !(protocol === 'https' && page.protocol === 'http:')
}
