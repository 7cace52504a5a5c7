import { LinkButton } from '@aangan/design/button'
import { ErrorState, type ErrorStateProps } from '@aangan/design/error-state'
import { isOffline } from '@aangan/remote/is-offline'
import { useTitle } from '@aangan/remote/title'
import { LateCitySearch } from './late-city-search.tsx'

/** As specified for a page whose own call failed. */
const TITLE = 'Unexpected Application Error!'

/** Of the reader, not of the site. */
const OFFLINE = { title: 'You are offline', message: 'The page will load as soon as you are back online.' }

export function LoadFailed(props: Pick<ErrorStateProps, 'message' | 'retrying' | 'onRetry'>) {
  const { title, ...rest } = isOffline() ? { ...props, ...OFFLINE } : { ...props, title: TITLE }
  useTitle(title)
  return <ErrorState title={title} heading="h1" action={<WaysOn />} {...rest} />
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
