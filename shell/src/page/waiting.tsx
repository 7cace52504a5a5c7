import { Skeleton } from '@aangan/design/skeleton'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import * as s from './page.module.css'

export function Waiting() {
  return (
    <div className={s.waiting}>
      <VisuallyHidden live>Loading…</VisuallyHidden>
      <Skeleton className={s.waitingTitle} />
      <Skeleton className={s.waitingLead} />
      <Skeleton className={s.waitingBody} />
    </div>
  )
}
