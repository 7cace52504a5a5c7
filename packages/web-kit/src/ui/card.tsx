import type { ReactNode } from 'react'
import * as s from './card.module.css'

/** A surface a little above the page, for what belongs together. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={s.card}>{children}</div>
}
