import { type Dispatcher, errors } from 'undici'
import { AppError, PART_UNAVAILABLE } from './errors.ts'
import { Replicas } from './replicas.ts'
import { TimeLimitedPool } from './time-limited-pool.ts'

export interface UpstreamAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

interface CallOptions {
  headers?: Record<string, string>
  timeoutMs: number
  /** Ends the call; it then throws UPSTREAM_FAILED. */
  signal?: AbortSignal
}

export interface Upstream {
  /**
   * Resolves with any status. Throws UNAVAILABLE if nothing listens there, UPSTREAM_TIMED_OUT if the whole response
   * takes longer than `timeoutMs`, UPSTREAM_FAILED if it breaks off.
   */
  get(path: string, options: CallOptions): Promise<UpstreamAnswer>
  post(path: string, options: CallOptions & { json: unknown }): Promise<UpstreamAnswer>
  close(): Promise<void>
  readonly pool: Dispatcher
}

/** For undici and Node's own client: an HTTP origin, or a unix socket (`unix:/path.sock`). */
export function upstreamAddress(url: string): { origin: string; socketPath?: string } {
  return url.startsWith('unix:')
    ? { origin: 'http://localhost', socketPath: url.slice('unix:'.length) }
    : { origin: url }
}

/** `http://host:port` or `unix:/path.sock`, several separated by commas for replicas. Connects on the first call. */
export function createUpstream(url: string, { connections = 32, timeoutMs = 10_000 }: PoolOptions = {}): Upstream {
  const limits = { waitMs: timeoutMs, headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
  const [first, ...others] = url.split(',').map((one) => {
    const { origin, socketPath } = upstreamAddress(one)
    const connect = { timeout: CONNECT_TIMEOUT_MS, ...(socketPath ? { socketPath } : {}) }
    return new TimeLimitedPool(origin, { connections, connect, ...limits })
  })
  if (first === undefined) throw new Error('An upstream needs at least one address')
  const pool = others.length === 0 ? first : new Replicas([first, ...others], { isRefused, isTimeout })
  return {
    pool,
    get: (path, options) => call(pool, url, { method: 'GET', path, ...options }),
    post: (path, { json, headers, ...options }) =>
      call(pool, url, {
        method: 'POST',
        path,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(json),
        ...options,
      }),
    close: () => pool.close(),
  }
}

interface PoolOptions {
  /** Further calls are queued. */
  connections?: number
  /** Limit for getting a free connection, for the response headers, and for each pause in the body. */
  timeoutMs?: number
}

const CONNECT_TIMEOUT_MS = 2_000

interface Call extends CallOptions {
  method: 'GET' | 'POST'
  path: string
  body?: string
}

async function call(pool: Dispatcher, url: string, { timeoutMs, signal, ...request }: Call): Promise<UpstreamAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const ends = signal === undefined ? timeout : AbortSignal.any([timeout, signal])
    const answer = await pool.request({ ...request, signal: ends })
    const body = Buffer.from(await answer.body.arrayBuffer())
    return { status: answer.statusCode, headers: answer.headers, body }
  } catch (cause) {
    throw upstreamError(cause, `${url}${request.path}`, timeoutMs)
  }
}

function upstreamError(cause: unknown, what: string, timeoutMs: number): AppError {
  // Visitors may see the message: the address is only in the cause, for the log.
  const options = { cause: new Error(`Requested ${what}, limit ${timeoutMs} ms`, { cause }) }
  if (isTimeout(cause))
    return new AppError(
      'UPSTREAM_TIMED_OUT',
      'This part of the site is taking too long. Try again in a moment.',
      options,
    )
  if (isRefused(cause)) return new AppError('UNAVAILABLE', PART_UNAVAILABLE, options)
  return new AppError('UPSTREAM_FAILED', 'This part of the site could not be loaded. Try again in a moment.', options)
}

export function isTimeout(error: unknown): boolean {
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) return true
  return error instanceof Error && error.name === 'TimeoutError'
}

const REFUSED = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

/** Whether nothing listens at the address. */
export function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REFUSED.has(String(error.code))
}
