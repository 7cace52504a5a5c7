import type { ReactNode } from 'react'
import * as s from './card.module.css'

export function Card({ children }: { children: ReactNode }) {
  return <div className={s.card}>{children}</div>
}
