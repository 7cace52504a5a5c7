import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import { type ServedData, takeFirstData } from './first-data.ts'

/** A call: its path with the query string, or more where it is not a plain GET. `body` is sent as JSON, a FormData as it is. */
export type ApiRequest = string | { url: string; method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; body?: unknown }

/** What every hook gets as `error`. `status` is 0 where no answer came; `message` is fit to be shown. */
export interface ApiError {
  status: number
  code: string
  message: string
}

/** No answer came. */
export const UNREACHABLE: ApiError = {
  status: 0,
  code: 'NETWORK',
  message: 'The site cannot be reached. Check your connection.',
}

/** Far more than the site takes: only what hangs is given up. An upload may have a slow connection to itself. */
const LIMIT_MS = 20_000
const UPLOAD_LIMIT_MS = 300_000

/** The answer's headers, for `transformResponse(body, meta)`: `meta?.headers.get('x-total-count')`. */
export interface ApiMeta {
  headers: Headers
}

/**
 * The base query of every remote's API: same origin, JSON both ways, errors as `ApiError`. The first call for what the
 * page already carries is answered from there, without a trip.
 */
export const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiError, object, ApiMeta> = async (
  request,
  { signal, extra },
) => {
  const { url, method = 'GET', body } = typeof request === 'string' ? { url: request } : request
  const take = (extra as Partial<ServedData> | undefined)?.takeFirstData ?? takeFirstData
  const first = method === 'GET' ? take(url) : null
  if (first) return toResult(first.status, new Headers(first.headers), first.body)
  try {
    const response = await fetch(url, { method, signal: limited(signal, body), ...bodyOf(body) })
    return toResult(response.status, response.headers, await readBody(response))
  } catch {
    // What took too long ends here, and what was called off: nobody waits for that, and a throw would be logged as a fault.
    return { error: UNREACHABLE }
  }
}

/** The caller's signal, with a time limit. `AbortSignal.any` came to Safari with 17.4, later than we need. */
function limited(signal: AbortSignal, body: unknown): AbortSignal {
  const controller = new AbortController()
  const limit = AbortSignal.timeout(body instanceof FormData ? UPLOAD_LIMIT_MS : LIMIT_MS)
  for (const one of [signal, limit]) {
    if (one.aborted) controller.abort()
    one.addEventListener('abort', () => controller.abort(), { once: true })
  }
  return controller.signal
}

function bodyOf(body: unknown): RequestInit {
  if (body instanceof FormData) return { body }
  return body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

async function readBody(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json')
  return isJson ? response.json() : response.text()
}

function toResult(status: number, headers: Headers, body: unknown) {
  const meta = { headers }
  return status < 400 ? { data: body, meta } : { error: toApiError(status, body), meta }
}

/** What an answer that is an error says; `body` as it was read. */
export function toApiError(status: number, body: unknown): ApiError {
  const { code, message } = typeof body === 'object' && body !== null ? (body as Partial<ApiError>) : {}
  return { status, code: code ?? 'UNKNOWN', message: message || `The site answered with an error (${status}).` }
}

/** Whether an error says that what was asked for was taken down or removed, as against not answered for now. */
export function isGone(error: object | undefined): boolean {
  return error !== undefined && 'status' in error && (error.status === 404 || error.status === 410)
}

/** The body of an upload. */
export function formWith(file: File): FormData {
  const form = new FormData()
  form.append('file', file)
  return form
}
