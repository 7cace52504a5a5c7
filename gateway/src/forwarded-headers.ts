import type { IncomingHttpHeaders } from 'node:http'
import { REQUEST_ID_HEADER, SERVICES, type ServiceName } from '@aangan/contracts/services'
import { IDENTITY_HEADER } from '@aangan/service-kit/identity'
import type { FastifyRequest } from 'fastify'

/** About one connection, never about what it carries: RFC 9110, 7.6.1. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** What only we may tell a service. A visitor who sends one would pass for somebody else, or from somewhere else. */
const OURS = /^(authorization|forwarded|x-forwarded-.*|x-real-ip|x-request-id|x-aangan-.*)$/

/** `expect` is answered by Node's own server, and undici refuses to send it; `host` it sets itself. */
const NOT_PASSED = new Set([...HOP_BY_HOP, 'expect', 'host'])
const NONE: readonly string[] = []

/** The headers that `connection` names besides: they are as much about one connection as it is. */
function namedBy({ connection }: IncomingHttpHeaders): readonly string[] {
  if (connection === undefined || connection === 'keep-alive') return NONE
  return connection.split(',').map((name) => name.trim().toLowerCase())
}

/**
 * The headers a service gets: the visitor's, less what is not theirs to say, plus what the gateway knows. Who gets
 * cookies is in the table of services.
 */
export function requestHeaders(
  request: Pick<FastifyRequest, 'headers' | 'method' | 'id' | 'ip' | 'host' | 'protocol' | 'caller'>,
  name: ServiceName,
): IncomingHttpHeaders {
  const { token, isKnown } = request.caller
  const { getsCookies = false } = SERVICES[name]
  const bare = request.method === 'GET' || request.method === 'HEAD'
  const { headers } = request
  const named = namedBy(headers)
  const sent: IncomingHttpHeaders = {}
  for (const header in headers) {
    // A body on GET is not passed on, so neither is its length.
    if (header === 'content-length' && bare) continue
    if (header === 'cookie' && !getsCookies) continue
    if (NOT_PASSED.has(header) || OURS.test(header) || named.includes(header)) continue
    sent[header] = headers[header]
  }
  if (token !== null) sent.authorization = `Bearer ${token}`
  if (!isKnown) sent[IDENTITY_HEADER] = 'unknown'
  sent[REQUEST_ID_HEADER] = request.id
  sent['x-forwarded-for'] = request.ip
  sent['x-forwarded-host'] = request.host
  sent['x-forwarded-proto'] = request.protocol
  return sent
}

const CSP = 'content-security-policy'

/**
 * The headers a visitor gets of a service's answer. A policy of the service's own can only make ours stricter: browsers
 * hold a page to both.
 */
export function answerHeaders(headers: IncomingHttpHeaders, ourPolicy: string): IncomingHttpHeaders {
  const named = namedBy(headers)
  const passed: IncomingHttpHeaders = {}
  for (const name in headers) {
    if (!HOP_BY_HOP.has(name) && !named.includes(name)) passed[name] = headers[name]
  }
  const own = headers[CSP]
  if (own) passed[CSP] = `${ourPolicy}, ${own}`
  return passed
}
