import { useEffect } from 'react'
import type { RemoteContext } from './context.tsx'

interface CrashedProps {
  error: Error
  report: RemoteContext['report']
}

/** Stands where a remote's tree was: shows nothing, since the shell puts its own fallback in this place. */
export function Crashed({ error, report }: CrashedProps) {
  useEffect(() => report(error, { fatal: true }), [error, report])
  return null
}
