import type { ErrorCode } from '@aangan/contracts/errors'

interface AppErrorOptions extends ErrorOptions {
  /** If the wire contract promises another status than that of the code. */
  status?: number
  /** Sent as the header Retry-After, in seconds. */
  retryAfterS?: number
  /** Name of the exceeded limit, for metrics. */
  limit?: string
}

/** `message` is shown to the caller; `code` determines the HTTP status. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly status: number | undefined
  readonly retryAfterS: number | undefined
  readonly limit: string | undefined

  constructor(code: ErrorCode, message: string, { status, retryAfterS, limit, ...options }: AppErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.status = status
    this.retryAfterS = retryAfterS
    this.limit = limit
  }
}

/** By code, never by class: errors from the bus or from a second copy of this module must match too. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError' && 'code' in error
}

/** Shown to visitors while the store or another service is unavailable. */
export const PART_UNAVAILABLE = 'This part of the site is not available right now. Try again in a moment.'
/** Shown for unexpected errors. */
export const UNEXPECTED = 'Something went wrong on our side. Try again in a moment.'
