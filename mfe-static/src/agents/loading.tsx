import { Card } from '@aangan/web-kit/ui/card'
import { Skeleton } from '@aangan/web-kit/ui/skeleton'
import * as s from './agents.module.css'

/** As many cards as a first screen shows. */
export function Loading() {
  return (
    <div>
      <p className={s.waiting} role="status">
        Loading our expert agents...
      </p>
      <div className={s.grid} aria-hidden="true">
        {[...Array(6).keys()].map((place) => (
          <Card key={place}>
            <div className={s.coming}>
              <Skeleton width="4rem" height="4rem" />
              <Skeleton width="55%" height="1.25rem" />
              <Skeleton width="70%" height="1.25rem" />
              <Skeleton width="60%" height="1.25rem" />
              <Skeleton height="2.5rem" />
            </div>
          </Card>
        ))}
      </div>
    </div>
  )
}
