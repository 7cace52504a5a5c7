import type { FirstData } from '@aangan/contracts/page'
import { LEFT_OUT_HEADER } from '@aangan/contracts/post-constants'
import { ASKED_FOR_PAGES, REQUEST_ID_HEADER, serviceOf } from '@aangan/contracts/services'
import { Session } from '@aangan/contracts/users'
import { CLIENT_ADDRESS_HEADER } from '@aangan/service-kit/client'
import type { Upstream, UpstreamAnswer } from '@aangan/service-kit/upstream'
import type { FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'

const KEPT_HEADERS = ['link', 'x-total-count', 'content-location', LEFT_OUT_HEADER]

export type Services = Record<(typeof ASKED_FOR_PAGES)[number], Upstream>

/** Statuses a page can show: data, not found, or an invalid address. */
const SHOWN = [200, 400, 404]

interface Asking {
  services: Services
  waitMs: number
  /** Others wait for it, too: it does not end with its visitor. */
  isShared?: boolean
}

export function isVisitor({ isIdentityKnown, headers }: FastifyRequest): boolean {
  return isIdentityKnown && !headers.authorization
}

/** `unknown` if the gateway could not tell, or the request fails or exceeds `waitMs`: the browser then asks itself. */
export async function fetchSession({ services, waitMs }: Asking, request: FastifyRequest): Promise<Session> {
  if (!request.isIdentityKnown) return { status: 'unknown' }
  if (isVisitor(request)) return { status: 'visitor' }
  try {
    const { status, body } = await services.users.get('/users/session', onBehalfOf(request, waitMs))
    const session: unknown = status === 200 ? JSON.parse(body.toString('utf8')) : null
    if (Value.Check(Session, session)) return session as Session
    throw new Error(`/users/session returned ${status} without a valid session`)
  } catch (error) {
    if (!request.signal.aborted)
      request.log.warn({ err: error }, 'could not fetch the session; sending the page without it')
    return { status: 'unknown' }
  }
}

/** Null if the request fails or exceeds `waitMs`: the browser then asks itself. */
export async function fetchFirstData(
  { services, waitMs, isShared = false }: Asking,
  path: string,
  request: FastifyRequest,
): Promise<FirstData | null> {
  const owner = ASKED_FOR_PAGES.find((name) => name === serviceOf(path))
  if (!owner) return null
  try {
    const { signal, ...call } = onBehalfOf(request, waitMs)
    const answer = await services[owner].get(path, isShared ? call : { ...call, signal })
    return toFirstData(path, answer)
  } catch (error) {
    if (isShared || !request.signal.aborted)
      request.log.warn({ err: error, path }, 'could not fetch the first data; sending the page without it')
    return null
  }
}

/** The services see the visitor, who has turns of their own, and drop the call when the visitor leaves. */
function onBehalfOf({ id, headers, signal }: FastifyRequest, timeoutMs: number) {
  const passed: Record<string, string> = { accept: 'application/json', [REQUEST_ID_HEADER]: id }
  for (const name of ['authorization', CLIENT_ADDRESS_HEADER]) {
    const value = headers[name]
    if (typeof value === 'string') passed[name] = value
  }
  return { headers: passed, timeoutMs, signal }
}

function toFirstData(path: string, { status, headers, body }: UpstreamAnswer): FirstData | null {
  if (!SHOWN.includes(status)) return null
  const kept = KEPT_HEADERS.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []))
  return { path, status, headers: Object.fromEntries(kept), body: JSON.parse(body.toString('utf8')) }
}
