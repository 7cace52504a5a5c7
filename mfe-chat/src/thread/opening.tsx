import { Skeleton } from '@aangan/web-kit/ui/skeleton'
import { VisuallyHidden } from '@aangan/web-kit/ui/visually-hidden'
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
