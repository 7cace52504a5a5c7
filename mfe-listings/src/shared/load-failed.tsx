import { isOffline } from '@aangan/web-kit/is-offline'
import { useTitle } from '@aangan/web-kit/title'
import { LinkButton } from '@aangan/web-kit/ui/button'
import { ErrorState, type ErrorStateProps } from '@aangan/web-kit/ui/error-state'

/** As specified for a page whose own call failed. */
const TITLE = 'Unexpected Application Error!'

export function LoadFailed(props: Pick<ErrorStateProps, 'message' | 'retrying' | 'onRetry'>) {
  const title = isOffline() ? 'You are offline' : TITLE
  useTitle(title)
  return <ErrorState title={title} heading="h1" action={<LinkButton to="/list">Search homes</LinkButton>} {...props} />
}
