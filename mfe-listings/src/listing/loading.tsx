import { Skeleton } from '@aangan/web-kit/ui/skeleton'
import * as card from './contact-card.module.css'
import * as gallery from './gallery/gallery.module.css'
import * as s from './listing.module.css'
import * as l from './loading.module.css'

/** A listing on its way, in the shape it will have. */
export function Loading() {
  return (
    <div className={s.page} aria-busy="true">
      <p className={l.status} role="status">
        Loading...
      </p>
      <div className={gallery.mosaic} aria-hidden="true">
        {[0, 1, 2, 3, 4].map((place) => (
          <div key={place} className={gallery.frame}>
            <Skeleton ratio="3 / 2" className={gallery.picture} />
          </div>
        ))}
      </div>
      <div className={s.columns} aria-hidden="true">
        <div className={s.main}>
          <div>
            <Skeleton width="12rem" height="1.3rem" />
            <Skeleton width="80%" height="2.5rem" className={l.line} />
            <Skeleton width="50%" height="1.5rem" className={l.line} />
          </div>
          <Skeleton height="9rem" />
          <Skeleton height="12rem" />
        </div>
        <aside className={card.card}>
          <Skeleton width="60%" height="3rem" />
          <div className={card.bar}>
            <Skeleton width="45%" height="2.2rem" />
            <Skeleton height="2.75rem" />
          </div>
        </aside>
      </div>
    </div>
  )
}
