import { useReconnect } from '@aangan/design/use-reconnect'
import { UNREACHED, useReach } from '@aangan/remote/use-reach'
import { ErrorScreen } from './error-screen.tsx'

interface FailedProps {
  message: string
  /** Called also once the site can be reached again. */
  onRetry: () => void
}

/** In place of a page that could not be loaded. */
export function Failed({ message, onRetry }: FailedProps) {
  const reach = useReach()
  useReconnect(onRetry)
  const told = reach === 'there' ? { title: 'Unexpected Application Error!', message } : UNREACHED[reach]
  return <ErrorScreen {...told} onRetry={onRetry} />
}
