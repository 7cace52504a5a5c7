import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@aangan/contracts/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { diskFull, isDiskFailing, isDiskFull } from './disk.ts'
import { AppError, isAppError, PART_UNAVAILABLE, UNEXPECTED } from './errors.ts'
import { isStoreUnavailable } from './store/store.ts'

const FRAMEWORK: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['TOO_LARGE', 'The body is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'UNSUPPORTED_MEDIA_TYPE',
    'The Content-Type is not supported: send application/json',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['BAD_REQUEST', 'The body is empty: send JSON, or no Content-Type'],
  FST_ERR_CTP_INVALID_JSON_BODY: [
    'BAD_REQUEST',
    'The body is not valid JSON, or uses a forbidden name such as __proto__',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BAD_REQUEST', 'The length of the body differs from its Content-Length'],
}

/** Of what is away, unless it says so itself. */
const RETRY_AFTER_S = 30

const BY_STATUS = new Map<number, ErrorCode>(
  Object.entries(ERROR_STATUS).map(([code, status]) => [status, code as ErrorCode]),
)

/** Sends every error in the standard shape. Details that the caller may not see are only logged. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = prepareError(error, request, reply)
  const body: ErrorBody = { code: known.code, message: known.message, requestId: request.id }
  void reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** The first step of every error handler, whatever its format. */
export function prepareError(error: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const known = toAppError(error)
  const status = known.status ?? ERROR_STATUS[known.code]
  if (status >= 500)
    request.log.error({ err: error, method: request.method, url: request.originalUrl }, 'request failed')
  // Fastify would close the connection while the client still sends its body, and the client would see a reset instead
  // of this response. Node drains the rest, for at most requestTimeout.
  if (reply.hasHeader('connection')) reply.removeHeader('connection')
  reply.code(status).header('cache-control', 'no-store')
  const retryAfterS = known.retryAfterS ?? (known.code === 'UNAVAILABLE' ? RETRY_AFTER_S : undefined)
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  return known
}

function toAppError(error: unknown): AppError {
  const hasStatus = isAppError(error) && error.status !== undefined
  if (!hasStatus && isDiskFull(error)) return diskFull(error)
  if (isAppError(error) && error.code in ERROR_STATUS) return error
  if (isStoreUnavailable(error) || isDiskFailing(error)) {
    return new AppError('UNAVAILABLE', PART_UNAVAILABLE, { cause: error })
  }
  if (isClientGone(error)) return new AppError('TIMED_OUT', 'The request was cancelled.', { cause: error })
  const { code = '', statusCode = 500, message = '' } = error instanceof Error ? (error as Partial<FastifyError>) : {}
  const framework = FRAMEWORK[code]
  if (framework) return new AppError(framework[0], framework[1], { cause: error })
  if (error instanceof SyntaxError && statusCode === 400) {
    return new AppError('BAD_REQUEST', 'The body is not valid JSON', { cause: error })
  }
  const byStatus = statusCode < 500 ? BY_STATUS.get(statusCode) : undefined
  if (byStatus) return new AppError(byStatus, message || 'The request is not allowed', { cause: error })
  return new AppError('INTERNAL', UNEXPECTED, { cause: error })
}

/** Node's error for a body whose client left; read by nobody. */
function isClientGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET' && error.message === 'aborted'
}
