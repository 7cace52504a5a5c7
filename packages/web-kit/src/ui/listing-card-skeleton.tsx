import * as s from './listing-card.module.css'
import { Skeleton } from './skeleton.tsx'

/** A listing card on its way, as high as the card will be. */
export function ListingCardSkeleton() {
  return (
    <div className={s.card} aria-hidden="true">
      <div className={s.frame}>
        <Skeleton ratio="3 / 2" />
      </div>
      <Skeleton width="45%" height="1.8rem" />
      <Skeleton width="85%" height="1.25rem" className={s.title} />
      <Skeleton width="60%" height="1rem" className={s.title} />
      <Skeleton width="70%" height="1rem" className={s.title} />
    </div>
  )
}
