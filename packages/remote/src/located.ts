import type { RemoteContext } from '@aangan/contracts/remotes'
import type { ErrorInfo } from 'react'

/**
 * For `onRecoverableError`: reports what differs from the HTML of a server, with the elements around it, which React's
 * message does not name in production.
 */
export function reportLocated(report: RemoteContext['report']) {
  return (error: unknown, { componentStack }: ErrorInfo): void => {
    const what = error instanceof Error ? error.message : String(error)
    report(new Error(`${what}${componentStack ?? ''}`, { cause: error }), { recovered: true })
  }
}
