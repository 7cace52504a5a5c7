import type { ErrorCode } from '@aangan/contracts/errors'

/** An error that its caller may see: `code` decides the HTTP status, `message` is shown to people. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** By code, never by class: a second copy of this module, or an error from the bus, must compare equal. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError' && 'code' in error
}
