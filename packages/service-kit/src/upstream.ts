import { type Dispatcher, errors } from 'undici'
import { AppError } from './errors.ts'
import { PatientPool } from './patient-pool.ts'
import { Replicas } from './replicas.ts'

export interface UpstreamAnswer {
  status: number
  /** Names in lower case. */
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

interface CallOptions {
  headers?: Record<string, string>
  timeoutMs: number
}

/** Another process of ours, spoken to over HTTP. */
export interface Upstream {
  /**
   * Asks for a path, query included. Any status is an answer. Throws UNAVAILABLE when nobody listens there,
   * UPSTREAM_TIMED_OUT when the whole answer takes longer than `timeoutMs`, UPSTREAM_FAILED when it breaks off.
   */
  get(path: string, options: CallOptions): Promise<UpstreamAnswer>
  /** Sends JSON; answers and failures are those of `get`. */
  post(path: string, options: CallOptions & { json: unknown }): Promise<UpstreamAnswer>
  /**
   * Asks for a path whose answer is too large to hold: the body comes as a stream, which fails where the answer breaks
   * off. Until it begins, failures are those of `get`. Read the body to its end, or `dump` it.
   */
  stream(method: 'GET' | 'HEAD', path: string): Promise<Dispatcher.ResponseData>
  close(): Promise<void>
  /** The connections themselves, for what passes whole requests on. */
  readonly pool: Dispatcher
}

/** An upstream's address as undici and Node's own client take it: an HTTP origin, or a unix socket (`unix:/path.sock`). */
export function upstreamAddress(url: string): { origin: string; socketPath?: string } {
  return url.startsWith('unix:')
    ? { origin: 'http://localhost', socketPath: url.slice('unix:'.length) }
    : { origin: url }
}

/**
 * Opens connections to `url`: `http://host:port` or `unix:/path.sock`, or several of them, separated by commas, where
 * several processes do the same. Connects at the first call.
 */
export function createUpstream(url: string, { connections = 32, timeoutMs = 10_000 }: PoolOptions = {}): Upstream {
  const limits = { waitMs: timeoutMs, headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
  const [first, ...others] = url.split(',').map((one) => {
    const { origin, socketPath } = upstreamAddress(one)
    const connect = { timeout: CONNECT_TIMEOUT_MS, ...(socketPath ? { socketPath } : {}) }
    return new PatientPool(origin, { connections, connect, ...limits })
  })
  if (first === undefined) throw new Error('an upstream has an address')
  const pool = others.length === 0 ? first : new Replicas([first, ...others], isRefused)
  return {
    pool,
    get: (path, options) => call(pool, url, { method: 'GET', path, ...options }),
    post: (path, { json, headers, timeoutMs }) =>
      call(pool, url, {
        method: 'POST',
        path,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(json),
        timeoutMs,
      }),
    async stream(method, path) {
      try {
        return await pool.request({ method, path })
      } catch (cause) {
        throw upstreamError(cause, `${url}${path}`, timeoutMs)
      }
    },
    close: () => pool.close(),
  }
}

interface PoolOptions {
  /** Connections at most; calls beyond wait. */
  connections?: number
  /** How long a call may wait for a free connection, how long its answer may take to begin, and how long it may pause. */
  timeoutMs?: number
}

const CONNECT_TIMEOUT_MS = 2_000

interface Call extends CallOptions {
  method: 'GET' | 'POST'
  path: string
  body?: string
}

async function call(pool: Dispatcher, url: string, { timeoutMs, ...request }: Call): Promise<UpstreamAnswer> {
  try {
    const answer = await pool.request({ ...request, signal: AbortSignal.timeout(timeoutMs) })
    const body = Buffer.from(await answer.body.arrayBuffer())
    return { status: answer.statusCode, headers: answer.headers, body }
  } catch (cause) {
    throw upstreamError(cause, `${url}${request.path}`, timeoutMs)
  }
}

function upstreamError(cause: unknown, what: string, timeoutMs: number): AppError {
  // Visitors may see the message: the address is for the log, which has the causes as well.
  const options = { cause: new Error(`Asked ${what}`, { cause }) }
  if (isTimeout(cause))
    return new AppError('UPSTREAM_TIMED_OUT', `A part of the site did not answer in ${timeoutMs} ms`, options)
  if (isRefused(cause)) return new AppError('UNAVAILABLE', 'A part of the site cannot be reached', options)
  return new AppError('UPSTREAM_FAILED', 'A part of the site broke off its answer', options)
}

/** Whether a call to another process failed because its time was over. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) return true
  return error instanceof Error && error.name === 'TimeoutError'
}

const REFUSED = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

/** Whether a call to another process failed because nobody listens at its address. */
export function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REFUSED.has(String(error.code))
}
