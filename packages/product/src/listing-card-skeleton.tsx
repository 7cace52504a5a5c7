import { classNames } from '@aangan/design/class-names'
import { Skeleton } from '@aangan/design/skeleton'
import * as card from './listing-card.module.css'
import * as s from './listing-card-skeleton.module.css'

/** As tall as a listing card. */
export function ListingCardSkeleton() {
  return (
    <div className={card.card} aria-hidden="true">
      <div className={card.frame}>
        <Skeleton className={s.picture} />
      </div>
      <Skeleton width="short" className={s.price} />
      <Skeleton width="most" className={classNames(card.title, s.title)} />
      <Skeleton width="half" className={classNames(card.title, s.line)} />
      <Skeleton width="long" className={classNames(card.title, s.line)} />
    </div>
  )
}
