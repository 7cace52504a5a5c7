import { LinkButton } from '@aangan/web-kit/ui/button'
import { EmptyState } from '@aangan/web-kit/ui/empty-state'
import * as s from './closed.module.css'

/** Says that nobody can write here yet, rather than showing an inbox that stays empty. */
export function Closed() {
  return (
    <div className={s.page}>
      <h1 className={s.title}>Messages open soon</h1>
      <EmptyState
        action={
          <>
            <LinkButton to="/list">Search homes</LinkButton>
            <LinkButton to="/contact" variant="quiet">
              Contact us
            </LinkButton>
          </>
        }
      >
        You cannot write to owners here yet. Save the homes that you like to find them again, or ask us about one.
      </EmptyState>
    </div>
  )
}
