import type { IncomingHttpHeaders } from 'node:http'
import { LOCAL_ORIGIN_HEADER } from '@aangan/contracts/override'
import { SCRIPT_HASH_HEADER, STYLE_HASHES_HEADER } from '@aangan/contracts/page-retry'
import { type Audience, DEPLOY_TOKEN_HEADER, REQUEST_ID_HEADER, SERVICES, serviceOf } from '@aangan/contracts/services'
import { IDENTITY_HEADER } from '@aangan/service-kit/identity'
import type { FastifyRequest } from 'fastify'

/** Hop-by-hop headers, RFC 9110, 7.6.1. */
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

/** Only the gateway may set these: from a visitor they would spoof an identity or an address. */
const OURS = /^(authorization|forwarded|x-forwarded-.*|x-real-ip|x-request-id|x-aangan-.*)$/

/** Node's server answers `expect` itself, and undici refuses to send it; undici sets `host`. */
const NOT_PASSED = new Set([...HOP_BY_HOP, 'expect', 'host'])
const NONE: readonly string[] = []
const NO_SECRETS = { getsCookies: [], getsDeployTokens: false }

/** Reads that are the same for everybody: pictures and files, which a page has by the dozen. */
export const PUBLIC_READS = /^\/(media\/(?!data(?![^/?]))|r\/|sitemaps\/|sitemap\.xml|robots\.txt)/

function namedBy({ connection }: IncomingHttpHeaders): readonly string[] {
  if (connection === undefined || connection === 'keep-alive') return NONE
  return connection.split(',').map((name) => name.trim().toLowerCase())
}

export function requestHeaders(
  request: Pick<FastifyRequest, 'headers' | 'method' | 'url' | 'id' | 'sender' | 'caller'>,
  to: Audience,
): IncomingHttpHeaders {
  const { getsCookies = [], getsDeployTokens } = to === 'realtime' ? NO_SECRETS : SERVICES[to]
  const bare = request.method === 'GET' || request.method === 'HEAD'
  const { headers, caller, url } = request
  const named = namedBy(headers)
  const sent: IncomingHttpHeaders = {}
  for (const header in headers) {
    // Bodies of GET and HEAD are not forwarded, so neither is their length.
    if (header === 'content-length' && bare) continue
    if (header === 'cookie' && getsCookies !== 'all') continue
    if (NOT_PASSED.has(header) || OURS.test(header) || named.includes(header)) continue
    sent[header] = headers[header]
  }
  if (headers.cookie !== undefined && getsCookies !== 'all') {
    const cookie = cookiesNamed(getsCookies, headers.cookie)
    if (cookie !== '') sent.cookie = cookie
  }
  const token = bare && PUBLIC_READS.test(url) ? null : caller.tokenFor(to)
  if (token !== null) sent.authorization = `Bearer ${token}`
  // Not with pages: a proxy in front may ask for a password of its own.
  if (getsDeployTokens && headers.authorization && serviceOf(url) === to)
    sent[DEPLOY_TOKEN_HEADER] = headers.authorization
  if (!caller.isKnown) sent[IDENTITY_HEADER] = 'unknown'
  sent[REQUEST_ID_HEADER] = request.id
  sent['x-forwarded-for'] = request.sender.address
  sent['x-forwarded-host'] = request.sender.host
  sent['x-forwarded-proto'] = request.sender.protocol
  return sent
}

function cookiesNamed(names: readonly string[], cookie: string): string {
  const pairs = cookie.split(';').map((pair) => pair.trim())
  return pairs.filter((pair) => names.some((name) => pair.startsWith(`${name}=`))).join('; ')
}

export const CSP = 'content-security-policy'

const NOT_RETURNED = new Set([...HOP_BY_HOP, LOCAL_ORIGIN_HEADER, SCRIPT_HASH_HEADER, STYLE_HASHES_HEADER])

/** A service's own CSP is appended: browsers enforce both, so it can only make ours stricter. */
export function answerHeaders(headers: IncomingHttpHeaders, ourPolicy: string): IncomingHttpHeaders {
  const named = namedBy(headers)
  const passed: IncomingHttpHeaders = {}
  for (const name in headers) {
    if (!NOT_RETURNED.has(name) && !named.includes(name)) passed[name] = headers[name]
  }
  const own = headers[CSP]
  if (own) passed[CSP] = `${ourPolicy}, ${own}`
  return passed
}
