import { LinkButton } from '@aangan/design/button'
import { ErrorState, type ErrorStateProps } from '@aangan/design/error-state'
import { useTitle } from '@aangan/remote/title'
import { UNREACHED, useReach } from '@aangan/remote/use-reach'
import { LateCitySearch } from './late-city-search.tsx'

/** As specified for a page whose own call failed. */
const TITLE = 'Unexpected Application Error!'

export function LoadFailed(props: Pick<ErrorStateProps, 'message' | 'retrying' | 'onRetry'>) {
  const reach = useReach()
  const { title, ...rest } = { ...props, ...(reach === 'there' ? { title: TITLE } : UNREACHED[reach]) }
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
