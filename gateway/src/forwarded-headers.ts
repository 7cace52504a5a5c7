import type { IncomingHttpHeaders } from 'node:http'
import { REQUEST_ID_HEADER, type ServiceName } from '@aangan/contracts/services'
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

/** Answered by Node's own server; undici refuses to send it. */
const EXPECT = 'expect'

/**
 * The headers a service gets: the visitor's, less what is not theirs to say, plus what the gateway knows. Cookies are
 * secrets: only auth gets them.
 */
export function requestHeaders(
  request: Pick<FastifyRequest, 'method' | 'id' | 'ip' | 'host' | 'protocol' | 'caller'>,
  headers: IncomingHttpHeaders,
  name: ServiceName,
): IncomingHttpHeaders {
  const { token, isKnown } = request.caller
  const bare = request.method === 'GET' || request.method === 'HEAD'
  const sent: IncomingHttpHeaders = {}
  for (const [header, value] of Object.entries(headers)) {
    // A body on GET is not passed on, so neither is its length.
    if (header === 'content-length' && bare) continue
    if (header === 'cookie' && name !== 'auth') continue
    if (!HOP_BY_HOP.has(header) && !OURS.test(header) && header !== EXPECT) sent[header] = value
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
  const named = String(headers.connection ?? '').toLowerCase()
  const listed = named.split(',').map((name) => name.trim())
  const passed: IncomingHttpHeaders = {}
  for (const [name, value] of Object.entries(headers)) {
    if (!HOP_BY_HOP.has(name) && !listed.includes(name)) passed[name] = value
  }
  const own = headers[CSP]
  if (own) passed[CSP] = `${ourPolicy}, ${own}`
  return passed
}
