import { ERROR_STATUS } from '@aangan/contracts/errors'
import { ConfigError } from '@aangan/service-kit/config'
import { withAdvice } from '@aangan/service-kit/disk'
import { isAppError } from '@aangan/service-kit/errors'
import { isStoreUnavailable } from '@aangan/service-kit/store/store'

/** Prints in one line what the operator can fix, and makes the process exit with code 1. Throws anything else. */
export function reportFailure(tool: string, error: unknown): void {
  const isFixable = isAppError(error) || error instanceof ConfigError || isStoreUnavailable(error) || isOfSystem(error)
  if (!isFixable || !(error instanceof Error)) throw error
  // What is our fault is said to visitors without its cause.
  const isVague = isAppError(error) && ERROR_STATUS[error.code] >= 500
  const cause = isVague && error.cause instanceof Error ? ` (${error.cause.message})` : ''
  const message = `${error.message}${cause}`
  const words = error instanceof ConfigError ? message : withAdvice(message, error)
  process.stderr.write(`${tool}: ${words}\n`)
  process.exitCode = 1
}

function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
