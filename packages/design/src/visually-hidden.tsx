import type { ReactNode } from 'react'
import * as s from './visually-hidden.module.css'

/** Text for screen readers only. With `live`, changes are announced politely. */
export function VisuallyHidden({ live, children }: { live?: boolean; children: ReactNode }) {
  return (
    <span className={s.hidden} role={live ? 'status' : undefined}>
      {children}
    </span>
  )
}
