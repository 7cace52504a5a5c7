import { useEffect } from 'react'
import type { RemoteContext } from './context.tsx'

interface CrashedProps {
  error: Error
  report: RemoteContext['report']
}

/** Renders nothing: the shell shows its own fallback here. */
export function Crashed({ error, report }: CrashedProps) {
  useEffect(() => report(error, { fatal: true }), [error, report])
  return null
}
