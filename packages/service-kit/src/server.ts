import { MAX_URL } from '@aangan/contracts/parse-url'
import type { ServiceName } from '@aangan/contracts/services'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, {
  type FastifyBaseLogger,
  type FastifyServerOptions,
  LogController,
  type RouteHandlerMethod,
} from 'fastify'
import type { Logger } from 'pino'
import { checkAddress, checkHost, routablePath } from './address.ts'
import type { App } from './app.ts'
import { paceBodies } from './body-pace.ts'
import { answerClientError } from './client-error.ts'
import { handleError } from './error-handler.ts'
import { addHealth, type Ready } from './health.ts'
import { type IdentityVerifier, readIdentity } from './identity.ts'
import { acceptJson } from './json-body.ts'
import type { Metrics } from './metrics.ts'
import { observe } from './observe.ts'
import { describeRoutes } from './openapi.ts'
import { requestIdOf } from './request-id.ts'
import { rememberSender } from './sender.ts'
import { endConnectionsOnStop } from './stopping.ts'
import { handleUnknownRoutes } from './unknown-route.ts'
import { drainUnreadBodies } from './unread-body.ts'
import { compileValidator } from './validation.ts'

export type { App }

export interface ServerOptions {
  name: ServiceName | 'gateway' | 'realtime' | 'renderer'
  /** Without `identity` every request is a visitor's. */
  parts: { log: Logger; metrics: Metrics; identity?: IdentityVerifier }
  /** Throws, naming the part, while the service cannot serve requests. */
  ready: Ready
  /** Whose forwarded client address to trust: only the gateway faces strangers, perhaps behind a proxy. */
  trustProxy?: FastifyServerOptions['trustProxy']
  /** Its first step is `prepareError` of error-handler.ts. */
  onError?: typeof handleError
  /** Handles `GET /openapi.json` instead of the generated document. */
  document?: RouteHandlerMethod
}

/** With ids, errors, limits, identity, metrics, `/healthz`, `/livez` and `/openapi.json`. It does not listen. */
export function createServer(options: ServerOptions): App {
  const { name, parts, ready, trustProxy = false, onError = handleError } = options
  const app: App = fastify({
    ...LIMITS,
    loggerInstance: parts.log.child({ service: name }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    trustProxy,
    // What still arrives on an open connection is answered: its sender could not repeat a write safely.
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => routablePath(url),
    clientErrorHandler: answerClientError,
  }).withTypeProvider<TypeBoxTypeProvider>()
  // Their 16 kB are the limit. Beyond 1,000 Node drops headers that its parser obeys: a length, or a second Host.
  app.server.maxHeadersCount = 0
  app.setValidatorCompiler(compileValidator)
  app.setErrorHandler(onError)
  acceptJson(app)
  rememberSender(app)
  handleUnknownRoutes(app)
  endConnectionsOnStop(app)
  paceBodies(app)
  drainUnreadBodies(app)
  describeRoutes(app, `aangan ${name}`, options.document)
  observe(app, name, parts.metrics)
  // Not onRequest: headers of every response (ids, security) must be set before anything is rejected.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    checkHost(request.raw)
    checkAddress(request.originalUrl)
    done()
  })
  readIdentity(app, name, parts.identity)
  addHealth(app, ready)
  return app
}

const LIMITS = {
  bodyLimit: 1_048_576,
  // Also limits the hooks that close the server, and draining takes longer than its default of ten seconds.
  pluginTimeout: 0,
  // Headers must arrive within a minute, a body within 15, and the gateway watches that it flows. A connection without
  // traffic for two minutes is closed.
  requestTimeout: 900_000,
  connectionTimeout: 120_000,
  // Longer than any client of ours keeps an idle connection, so that none picks one that is just closing.
  keepAliveTimeout: 65_000,
  // checkHost rejects a missing Host in our error format, which Node would not.
  http: { requireHostHeader: false, headersTimeout: 60_000 },
  onProtoPoisoning: 'error',
  onConstructorPoisoning: 'error',
  // checkAddress limits the whole URL; a second limit here would respond before the hooks.
  routerOptions: { maxParamLength: MAX_URL },
} as const
