import { LinkButton } from '@aangan/design/button'
import { useTitle } from '@aangan/remote/title'
import { LateCitySearch } from './late-city-search.tsx'
import * as s from './not-found.module.css'

export function NotFound() {
  useTitle('Not Found')
  return (
    <div className={s.page}>
      <h1 className={s.title}>404 Not Found</h1>
      <p className={s.text}>There is no home at this link. It may have been sold or rented.</p>
      <div className={s.actions}>
        <LinkButton to="/list">Search homes</LinkButton>
        <LinkButton to="/" variant="quiet">
          Go to the home page
        </LinkButton>
      </div>
      <div className={s.search}>
        <LateCitySearch />
      </div>
    </div>
  )
}
