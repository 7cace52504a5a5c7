import { Skeleton } from '@aangan/web-kit/ui/skeleton'
import { VisuallyHidden } from '@aangan/web-kit/ui/visually-hidden'
import * as s from './page.module.css'

/** A page that is on its way: a heading and some lines, whatever it will turn out to be. */
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
