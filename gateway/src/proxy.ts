import type { IncomingHttpHeaders } from 'node:http'
import { SERVICES } from '@aangan/contracts/services'
import { handleError } from '@aangan/service-kit/error-handler'
import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { passBodies } from './body-limit.ts'
import { answerHeaders } from './forwarded-headers.ts'
import { limitUnread, proxyRequest } from './passing.ts'
import type { Sessions } from './sessions.ts'
import { createTurns } from './turns.ts'
import type { Route } from './upstreams.ts'

const SAFE = new Set(['GET', 'HEAD'])

export function forward(app: App, route: Route, { policy, sessions }: { policy: string; sessions: Sessions }): void {
  const { name, isPages, prefixes, methods, upstream, uploads, timeoutMs } = route
  const unread = limitUnread()
  const turn = createTurns({ knownAs: SERVICES[name].knownAs, patienceMs: timeoutMs })

  function begin(request: FastifyRequest, reply: FastifyReply, status: number, headers: IncomingHttpHeaders): boolean {
    // Evict at once after signing out or a new password, even while the bus is down.
    if (name === 'auth' && request.method !== 'GET') sessions.forget(request.headers.cookie)
    if (status === 401 && !request.caller.isKnown) {
      reply.send(unknownCaller())
      return false
    }
    reply.code(status).headers(answerHeaders(headers, policy))
    return true
  }

  function pass(request: FastifyRequest, reply: FastifyReply): void {
    const isRead = SAFE.has(request.method)
    // Uploads take as long as their client needs, and have connections and limits of their own.
    if (uploads !== null && !isRead) proxyRequest(request, reply, { pool: uploads.pool, name, unread, begin })
    else passInTurn(request, reply)
  }

  function passInTurn(request: FastifyRequest, reply: FastifyReply): void {
    const { pool } = upstream
    const start = (done: () => void) => proxyRequest(request, reply, { pool, name, unread, begin, done })
    turn(request, start).catch((error: unknown) => reply.send(error))
  }

  app.register(async (scope) => {
    passBodies(scope, route)
    // API clients always get JSON, even if the request accepts HTML.
    if (!isPages) scope.setErrorHandler(handleError)
    for (const prefix of prefixes) {
      const urls = prefix === '' ? ['/*'] : [prefix, `${prefix}/*`]
      for (const url of urls) scope.route({ method: methods, url, handler: pass })
    }
  })
}

/** The 401 may be wrong: the session could not be looked up. */
function unknownCaller(): AppError {
  return new AppError('UNAVAILABLE', `${SERVICES.auth.knownAs} are not available right now. Try again in a moment.`)
}
