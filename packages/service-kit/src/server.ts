import type { ServiceName } from '@aangan/contracts/services'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyBaseLogger, type FastifyServerOptions, LogController } from 'fastify'
import type { Logger } from 'pino'
import { checkAddress, checkHost, MAX_URL, routablePath } from './address.ts'
import type { App } from './app.ts'
import { answerClientError } from './client-error.ts'
import { handleError } from './error-handler.ts'
import { addHealth, type Ready } from './health.ts'
import { type IdentityVerifier, readIdentity } from './identity.ts'
import { acceptJson } from './json-body.ts'
import type { Metrics } from './metrics.ts'
import { observe } from './observe.ts'
import { type ApiDocument, describeRoutes } from './openapi.ts'
import { requestIdOf } from './request-id.ts'
import { endConnectionsOnStop } from './stopping.ts'
import { answerUnknown } from './unknown-route.ts'
import { readBodiesAway } from './unread-body.ts'
import { compileValidator } from './validation.ts'

export type { App }

export interface ServerOptions {
  name: ServiceName | 'gateway' | 'realtime'
  /** Without `identity` every request is a visitor's. */
  parts: { log: Logger; metrics: Metrics; identity?: IdentityVerifier }
  /** Throws, saying which part it is, while the service cannot answer. */
  ready: Ready
  /** Whose word on the client's address to take: only the gateway has strangers, and maybe a proxy, in front. */
  trustProxy?: FastifyServerOptions['trustProxy']
  /** Answers errors in another form than JSON; `prepareError` of error-handler.ts is its first step. */
  onError?: typeof handleError
  /** What `GET /openapi.json` answers, where it is not what the routes say. */
  document?: () => Promise<ApiDocument>
  /** Whether routes answer until the server has closed; otherwise all requests get 503 from when closing begins. */
  answersWhileClosing?: boolean
}

/**
 * Makes a server with everything that all of ours share, and no route of its own but `/healthz`, `/livez` and
 * `/openapi.json`: ids, errors, limits, identity, metrics. It does not listen.
 */
export function createServer(options: ServerOptions): App {
  const { name, parts, ready, trustProxy = false, onError = handleError, answersWhileClosing = false } = options
  const app: App = fastify({
    ...LIMITS,
    loggerInstance: parts.log.child({ service: name }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    trustProxy,
    return503OnClosing: !answersWhileClosing,
    rewriteUrl: ({ url = '/' }) => routablePath(url),
    clientErrorHandler: answerClientError,
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setValidatorCompiler(compileValidator)
  app.setErrorHandler(onError)
  acceptJson(app)
  answerUnknown(app)
  endConnectionsOnStop(app)
  readBodiesAway(app)
  describeRoutes(app, `aangan ${name}`, options.document)
  observe(app, name, parts.metrics)
  // Not onRequest: what belongs on every answer (ids, security headers) must be set before anything is refused.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    checkHost(request.raw)
    checkAddress(request.originalUrl)
    done()
  })
  readIdentity(app, parts.identity)
  addHealth(app, ready)
  return app
}

const LIMITS = {
  bodyLimit: 1_048_576,
  // Headers must have come after a minute. A body may take as long as it flows, which the gateway watches; a connection
  // on which nothing moves for two minutes is closed.
  requestTimeout: 900_000,
  connectionTimeout: 120_000,
  // Longer than any client of ours keeps an idle connection, so that none meets one that is just closing.
  keepAliveTimeout: 65_000,
  // Node would refuse a request without Host in its own words; checkHost does it in ours.
  http: { requireHostHeader: false, headersTimeout: 60_000 },
  onProtoPoisoning: 'error',
  onConstructorPoisoning: 'error',
  // checkAddress limits the whole; a second limit here would answer before the hooks.
  routerOptions: { maxParamLength: MAX_URL },
} as const
