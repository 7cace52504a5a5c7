import type { ErrorInfo } from 'react'

/** Names the elements around what differs from the HTML of a server: in production, React's message does not. */
export function located(error: unknown, { componentStack }: ErrorInfo): Error {
  const what = error instanceof Error ? error.message : String(error)
  return new Error(`${what}${componentStack ?? ''}`, { cause: error })
}
