import { useReconnect } from '@aangan/design/use-reconnect'
import { ErrorScreen } from './error-screen.tsx'
import { useReach } from './use-reach.ts'

interface FailedProps {
  message: string
  /** Called also once the site can be reached again. */
  onRetry: () => void
}

const LOST = {
  offline: { title: 'You are offline', message: 'The page will load as soon as you are back online.' },
  away: { title: 'The site cannot be reached', message: 'The page will load as soon as it can be reached again.' },
}

/** In place of a page that could not be loaded. A lost connection is no error of the site's. */
export function Failed({ message, onRetry }: FailedProps) {
  const reach = useReach()
  useReconnect(onRetry)
  const told = reach === 'there' ? { title: 'Unexpected Application Error!', message } : LOST[reach]
  return <ErrorScreen {...told} onRetry={onRetry} />
}
