import type { ReactNode } from 'react'
import * as s from './visually-hidden.module.css'

/** Text for those who listen: read out, never seen. With `live` its changes are announced when there is a pause. */
export function VisuallyHidden({ live, children }: { live?: boolean; children: ReactNode }) {
  return (
    <span className={s.hidden} role={live ? 'status' : undefined}>
      {children}
    </span>
  )
}
