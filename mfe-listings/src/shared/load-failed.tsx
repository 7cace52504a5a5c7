import { KEPT } from '@aangan/contracts/page'
import { LinkButton } from '@aangan/design/button'
import { ErrorState, type ErrorStateProps } from '@aangan/design/error-state'
import { isOffline } from '@aangan/remote/is-offline'
import { useTitle } from '@aangan/remote/title'
import { LateCitySearch } from './late-city-search.tsx'

/** As specified for a page whose own call failed. */
const TITLE = 'Unexpected Application Error!'

/** A lost connection is no error of the site's. */
const OFFLINE = { title: 'You are offline', message: 'The page will load as soon as you are back online.' }
const AWAY = { title: 'The site cannot be reached', message: 'The page will load as soon as it can be reached again.' }

export function LoadFailed(props: Pick<ErrorStateProps, 'message' | 'retrying' | 'onRetry'>) {
  const { title, ...rest } = { ...props, ...told() }
  useTitle(title)
  return <ErrorState title={title} heading="h1" action={<WaysOn />} {...rest} />
}

function told() {
  if (isOffline()) return OFFLINE
  return document.documentElement.hasAttribute(KEPT) ? AWAY : { title: TITLE }
}

function WaysOn() {
  return (
    <>
      <LinkButton to="/" variant="quiet">
        Go to the home page
      </LinkButton>
      <LateCitySearch />
    </>
  )
}
