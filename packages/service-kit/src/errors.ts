import type { ErrorCode } from '@aangan/contracts/errors'

interface AppErrorOptions extends ErrorOptions {
  /** The HTTP status, where the wire contract promises another one than the code stands for. */
  status?: number
  /** After how many seconds another try makes sense: the header Retry-After. */
  retryAfterS?: number
}

/** An error that its caller may see: `code` decides the HTTP status, `message` is shown to people. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly status: number | undefined
  readonly retryAfterS: number | undefined

  constructor(code: ErrorCode, message: string, { status, retryAfterS, ...options }: AppErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.status = status
    this.retryAfterS = retryAfterS
  }
}

/** By code, never by class: a second copy of this module, or an error from the bus, must compare equal. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError' && 'code' in error
}

/** What a visitor reads while the store or another service is away. */
export const PART_AWAY = 'This part of the site does not answer right now. Try again in a moment.'
