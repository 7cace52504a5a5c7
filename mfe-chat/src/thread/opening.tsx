import { Skeleton } from '@aangan/design/skeleton'
import { VisuallyHidden } from '@aangan/design/visually-hidden'
import * as s from './opening.module.css'

export function Opening() {
  return (
    <div className={s.opening} aria-busy="true">
      <VisuallyHidden live>Loading messages...</VisuallyHidden>
      <Skeleton className={s.theirs} />
      <Skeleton className={s.own} />
      <Skeleton className={s.theirs} />
    </div>
  )
}
