import { classNames } from '@aangan/design/class-names'
import { Skeleton } from '@aangan/design/skeleton'
import * as card from './contact-card.module.css'
import * as gallery from './gallery/gallery.module.css'
import * as head from './head.module.css'
import * as s from './listing.module.css'
import * as l from './loading.module.css'

/** Matches the layout of a listing. */
export function Loading() {
  return (
    <div className={s.page} aria-busy="true">
      <p className={l.status} role="status">
        Loading...
      </p>
      <div className={gallery.mosaic} aria-hidden="true">
        {[0, 1, 2, 3, 4].map((at) => (
          <div key={at} className={gallery.frame}>
            <Skeleton className={gallery.picture} />
          </div>
        ))}
      </div>
      <div className={s.columns} aria-hidden="true">
        <div className={s.main}>
          <div>
            <div className={head.top}>
              <div className={head.list}>
                <Skeleton className={l.kind} />
              </div>
            </div>
            <Skeleton className={classNames(l.line, l.kind)} />
            <Skeleton width="most" className={classNames(l.line, l.title)} />
            <Skeleton width="half" className={classNames(l.line, l.address)} />
            <Skeleton width="half" className={classNames(l.line, l.address)} />
          </div>
          <Skeleton className={l.text} />
          <Skeleton className={l.facts} />
        </div>
        <aside className={card.card}>
          <Skeleton width="half" className={l.owner} />
          <div className={card.bar}>
            <Skeleton width="short" className={l.price} />
            <Skeleton className={l.actions} />
          </div>
        </aside>
      </div>
    </div>
  )
}
