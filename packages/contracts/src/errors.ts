import { type Static, Type } from 'typebox'

/** Every error code that services return, with its default HTTP status. Clients may rely on the codes. */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  NOT_AUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TIMED_OUT: 408,
  CONFLICT: 409,
  GONE: 410,
  TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UPSTREAM_FAILED: 502,
  UNAVAILABLE: 503,
  UPSTREAM_TIMED_OUT: 504,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** Body of every error response. `message` is never empty: clients show it. */
export const ErrorBody = Type.Object({
  code: Type.String(),
  message: Type.String({ minLength: 1 }),
  requestId: Type.String(),
})
export type ErrorBody = Static<typeof ErrorBody>
