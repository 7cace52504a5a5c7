import type { IncomingMessage, ServerResponse } from 'node:http'
import { REQUEST_ID_HEADER, type ServiceName } from '@aangan/contracts/services'
import swagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController, type RawServerDefault } from 'fastify'
import { checkAddress } from './address.ts'
import { watchMethods } from './allowed-methods.ts'
import { answerClientError } from './client-error.ts'
import { handleError } from './error-handler.ts'
import { AppError } from './errors.ts'
import { addHealth, type Ready } from './health.ts'
import { readIdentity } from './identity.ts'
import { acceptJson } from './json-body.ts'
import { httpDuration } from './metrics.ts'
import type { Parts } from './parts.ts'
import { requestIdOf } from './request-id.ts'
import { compileValidator } from './validation.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export interface ServerOptions {
  name: ServiceName | 'gateway'
  parts: Pick<Parts, 'log' | 'metrics' | 'identity'>
  /** Throws, saying which part it is, while the service cannot answer. */
  ready: Ready
  /** Whom to believe about the client's address: only the gateway has strangers in front of it. */
  trustProxy?: boolean | string | string[]
}

/**
 * Makes a server with everything that all of ours share, and no route of its own but `/healthz`, `/livez` and
 * `/openapi.json`: ids, errors, limits, identity, metrics. It does not listen.
 */
export function createServer({ name, parts, ready, trustProxy = false }: ServerOptions): App {
  const log = parts.log.child({ service: name })
  const app: App = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    trustProxy,
    bodyLimit: 1_048_576,
    connectionTimeout: 120_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { maxParamLength: 500 },
    rewriteUrl: ({ url = '/' }) => originForm(url),
    frameworkErrors: (error, request, reply) => {
      reply.header(REQUEST_ID_HEADER, request.id)
      handleError(error, request, reply)
    },
    clientErrorHandler: answerClientError,
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setValidatorCompiler(compileValidator)
  app.setErrorHandler(handleError)
  acceptJson(app)
  observe(app, name, parts)
  answerUnknown(app)
  describe(app, name)
  readIdentity(app, parts.identity)
  addHealth(app, ready)
  return app
}

/** A proxy's form of the request line, `GET http://host/path`, is legal and means `/path`. */
function originForm(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')
}

function observe(app: App, name: string, parts: ServerOptions['parts']): void {
  const duration = httpDuration(parts.metrics)
  const level = name === 'gateway' ? 'info' : 'debug'
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    checkAddress(request.raw.url ?? '/')
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const labels = { service: name, method: request.method, route, status: reply.statusCode }
    duration.observe(labels, reply.elapsedTime / 1000)
    const line = { method: request.method, url: request.url, route, status: reply.statusCode, ms: reply.elapsedTime }
    request.log[level](line, 'answered')
  })
}

/** 404 for an unknown path, 405 with `Allow` for a known one with another method, and a plain OPTIONS. */
function answerUnknown(app: App): void {
  const methodsOf = watchMethods(app)
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?', 1)
    const methods = methodsOf(path)
    if (methods.length === 0) throw new AppError('NOT_FOUND', 'Not Found')
    const allow = methods.join(', ')
    reply.header('allow', allow)
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw new AppError('METHOD_NOT_ALLOWED', `${path} does not take ${request.method}, only ${allow}`)
  })
}

/** Called directly, not registered: it must see every route that follows, and registering waits until start. */
function describe(app: App, name: string): void {
  const document = { info: { title: `aangan ${name}`, version: '1' } }
  swagger(app, { openapi: document }, failOnError)
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
}

function failOnError(error?: Error): void {
  if (error) throw error
}
