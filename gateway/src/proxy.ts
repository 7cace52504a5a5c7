import type { IncomingHttpHeaders } from 'node:http'
import { SERVICES } from '@aangan/contracts/services'
import { handleError } from '@aangan/service-kit/error-handler'
import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { passBodies } from './body-limit.ts'
import type { PagesCopy } from './copy/copy.ts'
import { answerHeaders, CSP, PUBLIC_READS } from './forwarded-headers.ts'
import type { HourlyLimits, Settle } from './hourly-limits.ts'
import { type Passing as Passed, proxyRequest } from './passing.ts'
import type { PolicyOf } from './security-headers.ts'
import type { Sessions } from './sessions.ts'
import type { UnreadOfService } from './unread.ts'
import type { Route } from './upstreams.ts'
import { addVary } from './vary.ts'

const PAGE_METHODS = ['GET', 'HEAD']
const API_METHODS = [...PAGE_METHODS, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const SAFE = new Set(PAGE_METHODS)

interface Passing {
  policyOf: PolicyOf
  sessions: Sessions
  hourly: HourlyLimits
  unread: UnreadOfService
  copy?: PagesCopy
}

export function forward(app: App, route: Route, { policyOf, sessions, hourly, unread, copy }: Passing): void {
  const { name, servesPages, prefixes, upstream, uploads, turn } = route

  function begin(request: FastifyRequest, reply: FastifyReply, status: number, headers: IncomingHttpHeaders): boolean {
    // Evict at once after signing out or a new password, even while the bus is down.
    if (name === 'auth' && request.method !== 'GET') sessions.forget(request.headers.cookie)
    if (status === 401 && !request.caller.isKnown) {
      reply.send(unknownCaller())
      return false
    }
    // Only whoever renders the pages has a say.
    const policy = policyOf(servesPages ? headers : {})
    reply.code(status).header(CSP, policy).headers(answerHeaders(headers, policy))
    // Offline, browsers show again what they have kept: never to another session.
    if (!PUBLIC_READS.test(request.url)) addVary(reply, 'cookie')
    return true
  }

  function passOn(request: FastifyRequest, reply: FastifyReply, settle: Settle = () => {}): void {
    const isRead = SAFE.has(request.method)
    const passing = { name, unread, begin, settle }
    // Uploads take as long as their client needs, and have connections and limits of their own.
    if (uploads !== null && !isRead) proxyRequest(request, reply, { ...passing, pool: uploads.pool })
    else passInTurn(request, reply, passing)
  }

  function passInTurn(request: FastifyRequest, reply: FastifyReply, passing: Omit<Passed, 'pool'>): void {
    const start = (done: () => void) => proxyRequest(request, reply, { ...passing, pool: upstream.pool, done })
    turn(request, start).catch((error: unknown) => {
      passing.settle?.(null)
      reply.send(error)
    })
  }

  async function passLimited(request: FastifyRequest, reply: FastifyReply, reserved: Promise<Settle>) {
    passOn(request, reply, await reserved)
    return reply
  }

  function pass(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined {
    const reserved = hourly.reserve(request)
    if (reserved !== null) return passLimited(request, reply, reserved)
    passOn(request, reply)
  }

  function passPage(request: FastifyRequest, reply: FastifyReply): void {
    passInTurn(request, reply, { name, unread, begin, ...(copy && { copy }) })
  }

  app.register(async (scope) => {
    passBodies(scope, route)
    // API clients always get JSON, even if the request accepts HTML.
    scope.setErrorHandler(handleError)
    for (const prefix of prefixes)
      for (const url of [prefix, `${prefix}/*`]) scope.route({ method: API_METHODS, url, handler: pass })
  })
  if (servesPages) app.route({ method: PAGE_METHODS, url: '/*', handler: passPage })
}

/** The 401 may be wrong: the session could not be looked up. */
function unknownCaller(): AppError {
  return new AppError('UNAVAILABLE', `${SERVICES.auth.knownAs} are not available right now. Try again in a moment.`)
}
