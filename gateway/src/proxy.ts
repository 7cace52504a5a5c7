import type { Readable } from 'node:stream'
import { SERVICES, type ServiceName } from '@aangan/contracts/services'
import { handleError } from '@aangan/service-kit/error-handler'
import { AppError, isAppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import { isRefused, isTimeout, type Upstream } from '@aangan/service-kit/upstream'
import httpProxy from '@fastify/http-proxy'
import type { FastifyReply, RawServerBase, RouteGenericInterface } from 'fastify'
import { passBodies } from './body-limit.ts'
import { answerHeaders, requestHeaders } from './forwarded-headers.ts'
import type { Sessions } from './sessions.ts'
import type { Route } from './upstreams.ts'

/** Bytes of an answer that are read however slowly its client reads, so that the connection to the service is free. */
const READ_AHEAD = 1_048_576
/** Of an answer that is sent in one piece. */
const MOST_AT_ONCE = 65_536

/** Passes everything under a route's prefixes on to its service, as a stream. */
export function forward(app: App, route: Route, { policy, sessions }: { policy: string; sessions: Sessions }): void {
  app.register(async (scope) => {
    passBodies(scope, route)
    // Whoever calls the API reads JSON, also where the call looks like a visitor's.
    if (!route.isPages) scope.setErrorHandler(handleError)
    for (const prefix of route.prefixes) {
      scope.register(httpProxy, {
        prefix,
        rewritePrefix: prefix,
        upstream: 'http://localhost',
        undici: requesting(route),
        httpMethods: route.methods,
        proxyPayloads: false,
        disableRequestLogging: true,
        disableCache: true,
        replyOptions: {
          // A connection that went stale between two requests is tried once more; a 503 is answered at once.
          retriesCount: 1,
          rewriteRequestHeaders: (request, headers) => requestHeaders(request, headers, route.name),
          rewriteHeaders: (headers) => answerHeaders(headers, policy),
          onResponse: (request, reply, answer) => {
            // Signing out and a new password take effect here at once, whether the bus is there or not.
            if (route.name === 'auth' && request.method !== 'GET') sessions.forget(request.headers.cookie)
            if (answer.statusCode === 401 && !request.caller.isKnown) refuseUnknown(reply, answer.stream)
            else passAnswer(reply, answer.stream, route.name)
          },
          onError: (reply, { error }) => {
            reply.send(upstreamError(error, route.name))
          },
        },
      })
    }
  })
}

/** How the proxy asks a service; of undici's pool it uses this alone. */
function requesting({ upstream, uploads }: Route): Pick<Upstream['pool'], 'request'> {
  const request = (options: Options, done: Done) => {
    const isSafe = options.method === 'GET' || options.method === 'HEAD'
    const { pool } = isSafe ? upstream : (uploads ?? upstream)
    pool.request({ ...options, highWaterMark: READ_AHEAD }, done)
  }
  return { request } as Pick<Upstream['pool'], 'request'>
}

/** As the proxy's types have it: of HTTP/1 and 2 alike. */
type Reply = FastifyReply<RouteGenericInterface, RawServerBase>
type Options = Parameters<Upstream['pool']['request']>[0]
type Done = (error: Error | null, answer: Awaited<ReturnType<Upstream['pool']['request']>>) => void

function passAnswer(reply: Reply, body: Readable, name: ServiceName): void {
  // Set for a service that answers early: body-limit.ts reads the rest away, so the connection can stay.
  if (reply.hasHeader('connection')) reply.removeHeader('connection')
  const length = Number(reply.getHeader('content-length') ?? Number.NaN)
  if (length <= MOST_AT_ONCE) sendWhole(reply, body, name)
  else reply.send(body)
}

/** A stream costs more to set up than a small answer does to pass on. */
function sendWhole(reply: Reply, body: Readable, name: ServiceName): void {
  const chunks: Buffer[] = []
  body.on('data', (chunk: Buffer) => chunks.push(chunk))
  body.on('end', () => reply.send(Buffer.concat(chunks)))
  body.on('error', (error) => reply.send(upstreamError(error, name)))
}

/** A service took somebody for a visitor who may be none. */
function refuseUnknown(reply: Reply, body: Readable): void {
  body.resume()
  // The service's own headers describe the answer that is not sent.
  for (const header of Object.keys(reply.getHeaders())) if (header.startsWith('content-')) reply.removeHeader(header)
  const message = `${SERVICES.auth.knownAs} are not available right now. Try again in a moment.`
  reply.send(new AppError('UNAVAILABLE', message))
}

/** Says why a service did not answer: in the one error shape, and in words for someone who looks for a home. */
function upstreamError(error: Error, name: ServiceName): AppError {
  const { knownAs } = SERVICES[name]
  const options = { cause: error }
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (isAppError(cause)) return cause
    if (isRefused(cause))
      return new AppError('UNAVAILABLE', `${knownAs} are not available right now. Try again in a moment.`, options)
    if (isTimeout(cause))
      return new AppError('UPSTREAM_TIMED_OUT', `${knownAs} are taking too long. Try again in a moment.`, options)
  }
  return new AppError('UPSTREAM_FAILED', `${knownAs} could not be loaded. Try again in a moment.`, options)
}
