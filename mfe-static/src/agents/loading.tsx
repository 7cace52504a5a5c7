import { Card } from '@aangan/design/card'
import { Skeleton } from '@aangan/design/skeleton'
import * as s from './agents.module.css'
import * as l from './loading.module.css'

/** As many cards as fit on the first screen. */
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
              <Skeleton className={l.avatar} />
              <Skeleton width="half" className={l.line} />
              <Skeleton width="long" className={l.line} />
              <Skeleton width="half" className={l.line} />
              <Skeleton width="half" className={l.line} />
              <Skeleton className={l.actions} />
            </div>
          </Card>
        ))}
      </div>
    </div>
  )
}
