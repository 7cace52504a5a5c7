import { useReconnect } from '@aangan/design/use-reconnect'
import { isOffline } from '@aangan/remote/is-offline'
import { ErrorScreen } from './error-screen.tsx'

interface FailedProps {
  message: string
  /** Called also once the browser is online again. */
  onRetry: () => void
}

/** In place of a page that could not be loaded. A lost connection is no error of the site's. */
export function Failed({ message, onRetry }: FailedProps) {
  useReconnect(onRetry)
  const offline = { title: 'You are offline', message: 'The page will load as soon as you are back online.' }
  const failed = { title: 'Unexpected Application Error!', message }
  return <ErrorScreen {...(isOffline() ? offline : failed)} onRetry={onRetry} />
}
