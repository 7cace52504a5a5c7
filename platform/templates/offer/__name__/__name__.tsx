import type { Slots } from '@aangan/contracts/slots'
import * as s from './__name__.module.css'

/** Fills the slot `__slot__`. */
export function __Name__({ listingId }: Slots['__slot__']) {
  return (
    <section className={s.box} aria-labelledby="__name__-title">
      <h2 className={s.title} id="__name__-title">
        __Name__
      </h2>
      <p>For the home {listingId}.</p>
    </section>
  )
}
