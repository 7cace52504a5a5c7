import { useTitle } from '@aangan/web-kit/title'
import { LinkButton } from '@aangan/web-kit/ui/button'
import * as s from './not-found.module.css'

export function NotFound() {
  useTitle('Not Found')
  return (
    <div className={s.page}>
      <p className={s.code}>404</p>
      <h1 className={s.title}>Not Found</h1>
      <p className={s.text}>No home is listed at this address. It may have found its people.</p>
      <div className={s.actions}>
        <LinkButton to="/list">Search homes</LinkButton>
        <LinkButton to="/" variant="quiet">
          Go to the start page
        </LinkButton>
      </div>
    </div>
  )
}
