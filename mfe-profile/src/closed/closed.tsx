import { LinkButton } from '@aangan/web-kit/ui/button'
import { EmptyState } from '@aangan/web-kit/ui/empty-state'
import * as s from './closed.module.css'

/** Says that there are no accounts yet, rather than showing a form that leads nowhere. */
export function Closed({ title }: { title: string }) {
  return (
    <div className={s.page}>
      <h1 className={s.title}>{title}</h1>
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
        There are no accounts yet, so nothing can be saved or written to owners here. Every home is open to look at.
      </EmptyState>
    </div>
  )
}
