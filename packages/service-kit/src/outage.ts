import type { ErrorCode } from '@aangan/contracts/errors'
import { isAppError } from './errors.ts'
import { isStoreUnavailable } from './store/store.ts'

const AWAY: readonly ErrorCode[] = ['UNAVAILABLE', 'UPSTREAM_FAILED', 'UPSTREAM_TIMED_OUT']

/** The network, a server behind it, or this machine's disk and descriptors. ESOCKET and so on: nodemailer. */
const SYSTEM = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTCONN', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ESOCKET', 'ECONNECTION', 'EDNS'],
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'],
  ...['UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
])

const DEPTH = 8

/**
 * Whether work failed because something it needs is away (a store, another service, the bus, the network, the disk), so
 * that the same work will succeed later. The causes of an error count too.
 */
export function isOutage(error: unknown, depth = DEPTH): boolean {
  if (!(error instanceof Error) || depth === 0) return false
  if (isStoreUnavailable(error) || isAway(error)) return true
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  return inner.some((each) => isOutage(each, depth - 1))
}

function isAway(error: Error): boolean {
  if (isAppError(error)) return AWAY.includes(error.code)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return SYSTEM.has(code) || error.name === 'TimeoutError'
}
