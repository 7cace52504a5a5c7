import type { FirstData } from '@aangan/contracts/page'
import { type ApiService, REQUEST_ID_HEADER, SERVICE_PREFIXES } from '@aangan/contracts/services'
import type { Upstream, UpstreamAnswer } from '@aangan/service-kit/upstream'
import type { FastifyRequest } from 'fastify'

/** A page waits no longer than this for its first data: without, the browser asks itself. */
const LIMIT_MS = 300

const KEPT_HEADERS = ['link', 'x-total-count']

export type Services = Record<ApiService, Upstream>

/**
 * Asks the service that owns `path` for it, as the visitor would. Null when it is slow, away or answers anything but
 * data or a 404: the page then goes without.
 */
export async function fetchFirstData(
  services: Services,
  path: string,
  request: FastifyRequest,
): Promise<FirstData | null> {
  const owner = ownerOf(path)
  if (!owner) return null
  try {
    const answer = await services[owner].get(path, { headers: passedHeaders(request), timeoutMs: LIMIT_MS })
    return toFirstData(path, answer)
  } catch (error) {
    request.log.warn({ err: error, path }, 'the page goes without its first data')
    return null
  }
}

function ownerOf(path: string): ApiService | undefined {
  const [pathname = ''] = path.split('?')
  const owners = Object.entries(SERVICE_PREFIXES) as [ApiService, readonly string[]][]
  return owners.find(([, prefixes]) => prefixes.some((p) => pathname === p || pathname.startsWith(`${p}/`)))?.[0]
}

function passedHeaders({ id, headers: { authorization } }: FastifyRequest): Record<string, string> {
  return { accept: 'application/json', [REQUEST_ID_HEADER]: id, ...(authorization ? { authorization } : {}) }
}

function toFirstData(path: string, { status, headers, body }: UpstreamAnswer): FirstData | null {
  if (status !== 200 && status !== 404) return null
  const kept = KEPT_HEADERS.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []))
  return { path, status, headers: Object.fromEntries(kept), body: JSON.parse(body.toString('utf8')) }
}
