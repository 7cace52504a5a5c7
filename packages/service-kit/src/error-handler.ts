import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@aangan/contracts/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, isAppError, PART_AWAY } from './errors.ts'
import { isStoreUnavailable } from './store/store.ts'

/** Fastify's own errors, in our words. */
const FRAMEWORK: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['TOO_LARGE', 'The body is larger than this call takes'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'UNSUPPORTED_MEDIA_TYPE',
    'This call does not take a body of that Content-Type: send application/json',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['BAD_REQUEST', 'The body is empty although its Content-Type is application/json'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['BAD_REQUEST', 'The body is not valid JSON'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BAD_REQUEST', 'The body is not as long as its Content-Length says'],
}

const BY_STATUS = new Map<number, ErrorCode>(
  Object.entries(ERROR_STATUS).map(([code, status]) => [status, code as ErrorCode]),
)

/** Answers every error in the one shape; what the caller may not see is logged and answered with a neutral message. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = prepareError(error, request, reply)
  const body: ErrorBody = { code: known.code, message: known.message, requestId: request.id }
  void reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** What every answer to an error starts with, whatever its form: the status, the log line, the headers. */
export function prepareError(error: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const known = toAppError(error)
  const status = known.status ?? ERROR_STATUS[known.code]
  if (status >= 500)
    request.log.error({ err: error, method: request.method, url: request.originalUrl }, 'request failed')
  // Fastify would close the connection under a client that still sends its body, which then sees a reset instead of
  // this answer. Node reads the rest away, at most for as long as requestTimeout.
  if (reply.hasHeader('connection')) reply.removeHeader('connection')
  reply.code(status).header('cache-control', 'no-store')
  if (known.retryAfterS !== undefined) reply.header('retry-after', known.retryAfterS)
  return known
}

/** Turns whatever was thrown into an error that its caller may see; an unknown one becomes a neutral INTERNAL. */
function toAppError(error: unknown): AppError {
  if (isAppError(error) && error.code in ERROR_STATUS) return error
  if (isStoreUnavailable(error)) {
    return new AppError('UNAVAILABLE', PART_AWAY, { cause: error })
  }
  const { code = '', statusCode = 500, message = '' } = error instanceof Error ? (error as Partial<FastifyError>) : {}
  const framework = FRAMEWORK[code]
  if (framework) return new AppError(framework[0], framework[1], { cause: error })
  if (error instanceof SyntaxError && statusCode === 400) {
    return new AppError('BAD_REQUEST', 'The body is not JSON that this call takes', { cause: error })
  }
  const byStatus = statusCode < 500 ? BY_STATUS.get(statusCode) : undefined
  if (byStatus) return new AppError(byStatus, message || 'The request was refused', { cause: error })
  return new AppError('INTERNAL', 'Something went wrong on our side. Please try again.', { cause: error })
}
