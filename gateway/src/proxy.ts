import type { ServiceName } from '@aangan/contracts/services'
import { AppError, isAppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import { isRefused, isTimeout } from '@aangan/service-kit/upstream'
import httpProxy from '@fastify/http-proxy'
import { passBodies } from './body-limit.ts'
import { answerHeaders, requestHeaders } from './forwarded-headers.ts'
import type { Route } from './upstreams.ts'

/** Passes everything under a route's prefixes on to its service, as a stream. */
export function forward(app: App, route: Route, policy: string): void {
  app.register(async (scope) => {
    passBodies(scope, route.bodyLimit)
    for (const prefix of route.prefixes) {
      scope.register(httpProxy, {
        prefix,
        rewritePrefix: prefix,
        upstream: 'http://localhost',
        undici: route.upstream.pool,
        httpMethods: route.methods,
        proxyPayloads: false,
        disableRequestLogging: true,
        disableCache: true,
        replyOptions: {
          // A connection that went stale between two requests is tried once more; a 503 is answered at once.
          retriesCount: 1,
          rewriteRequestHeaders: requestHeaders,
          rewriteHeaders: (headers) => answerHeaders(headers, policy),
          onResponse: (_request, reply, answer) => {
            // Set for a service that answers early: body-limit.ts reads the rest away, so the connection can stay.
            if (reply.hasHeader('connection')) reply.removeHeader('connection')
            reply.send(answer.stream)
          },
          onError: (reply, { error }) => {
            reply.send(upstreamError(error, route.name))
          },
        },
      })
    }
  })
}

/** Says in the one error shape why a service did not answer. */
function upstreamError(error: Error, name: ServiceName): AppError {
  const what = `${KNOWN_AS[name]} (${name})`
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (isAppError(cause)) return cause
    const options = { cause: error }
    if (isRefused(cause))
      return new AppError('UNAVAILABLE', `${what} cannot be reached at the moment. Please try again soon.`, options)
    if (isTimeout(cause))
      return new AppError('UPSTREAM_TIMED_OUT', `${what} took too long to answer. Please try again.`, options)
  }
  return new AppError('UPSTREAM_FAILED', `${what} broke off their answer. Please try again.`, { cause: error })
}

/** What a visitor knows a service by. */
const KNOWN_AS: Record<ServiceName, string> = {
  posts: 'Listings',
  users: 'Profiles',
  media: 'Pictures',
  registry: 'The pages of the site',
}
