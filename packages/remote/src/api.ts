import type { FirstData } from '@aangan/contracts/page'
import { SIGN_OUT_CALL } from '@aangan/contracts/sign-in'
import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import type { RemoteContext } from './context.tsx'
import { findFirstData, firstDataOf } from './first-data.ts'
import { isOffline } from './is-offline.ts'
import { fetchKept, showKept } from './kept-answer.ts'
import { retried } from './retried.ts'

/** A path with its query string for a plain GET, or an object. `body` is sent as JSON, a FormData unchanged. */
export type ApiRequest = string | { url: string; method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; body?: unknown }

/** `status` is 0 if there was no response; `message` can be shown to visitors. */
export interface ApiError {
  status: number
  code: string
  message: string
}

export const UNREACHABLE: ApiError = {
  status: 0,
  code: 'NETWORK',
  message: 'The site cannot be reached. Check your connection.',
}

const OFFLINE: ApiError = { ...UNREACHABLE, message: 'You are offline. Try again once you are back online.' }

/** Far above normal response times, so only hanging requests time out. Uploads may be on a slow connection. */
const LIMIT_MS = 20_000
const UPLOAD_LIMIT_MS = 300_000

export function unreachable(): ApiError {
  return isOffline() ? OFFLINE : UNREACHABLE
}

/** For `transformResponse(body, meta)`: `meta?.headers.get('x-total-count')`. */
export interface ApiMeta {
  status: number
  headers: Headers
}

/**
 * The base query of every remote's API: same origin, JSON, errors as `ApiError`. The first request for data embedded in
 * the page is served from there. A GET that the network drops is sent again once. After that, and offline, the last answer
 * to it is used, if the browser has kept it, or the page that carries it.
 */
export const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiError, object, ApiMeta> = async (
  request,
  { signal, extra },
) => {
  const { url, method = 'GET', body } = typeof request === 'string' ? { url: request } : request
  const first = method === 'GET' ? firstDataOf(extra)(url) : null
  if (first) return toCarried(first)
  const seen = async () => (method === 'GET' && !signal.aborted ? await askKept(url) : null)
  const known = isOffline() ? await seen() : null
  if (known) return known
  const limit = limited(signal, body instanceof FormData ? UPLOAD_LIMIT_MS : LIMIT_MS)
  async function ask() {
    const response = await fetch(url, { method, signal: limit.signal, ...bodyOf(body) })
    return toResult(response.status, response.headers, await readBody(response))
  }
  try {
    const result = await retried(ask, (error) => method === 'GET' && isLost(error) && !isOffline())
    showKept(false)
    if (url === SIGN_OUT_CALL && 'data' in result) announceLeaving(extra as RemoteContext)
    return result
  } catch (error) {
    // Timeouts and aborts end here too: nobody awaits an aborted request, and a throw would be logged as a bug.
    if (isLost(error)) showKept(true)
    return (await seen()) ?? { error: unreachable() }
  } finally {
    limit.release()
  }
}

async function askKept(url: string) {
  const kept = await fetchKept(url)
  const result = kept ? toResult(kept.status, kept.headers, await readBody(kept)) : await askKeptPage(url)
  if (result) showKept(true)
  return result
}

/** The page of this address, if it was opened as one, has carried the answer: the browser never asked for it. */
async function askKeptPage(url: string) {
  const page = globalThis.location && (await fetchKept(location.href))
  const carried = page && findFirstData(url, new DOMParser().parseFromString(await page.text(), 'text/html'))
  return carried ? toCarried(carried) : null
}

/** What `fetch` throws if there is no response, or not all of it; timeouts and aborts are no `TypeError`. */
function isLost(error: unknown): boolean {
  return error instanceof TypeError
}

/** Tells remotes to delete what they stored for this user. Announced here, while the user id is still known. */
function announceLeaving({ session, changes }: RemoteContext): void {
  const { user } = session.current
  if (user) changes.announce({ type: 'user.left', id: user.id })
}

/**
 * Aborts with `signal` or after `ms`. Call `release` once the request is over: until then the timer keeps the request,
 * and with it the page that made it, in memory. (`AbortSignal.any` needs Safari 17.4; we support older ones.)
 */
function limited(signal: AbortSignal, ms: number): { signal: AbortSignal; release(): void } {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, ms)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
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
  const meta = { status, headers }
  return status < 400 ? { data: body, meta } : { error: toApiError(status, body), meta }
}

function toCarried({ status, headers, body }: FirstData) {
  return toResult(status, new Headers(headers), body)
}

export function toApiError(status: number, body: unknown): ApiError {
  const { code, message } = typeof body === 'object' && body !== null ? (body as Partial<ApiError>) : {}
  return { status, code: code ?? 'UNKNOWN', message: message || 'Something went wrong. Try again in a moment.' }
}

/** Whether the resource was removed, as opposed to a temporary failure. */
export function isGone(error: object | undefined): boolean {
  return error !== undefined && 'status' in error && (error.status === 404 || error.status === 410)
}

export function formWith(file: File): FormData {
  const form = new FormData()
  form.append('file', file)
  return form
}
