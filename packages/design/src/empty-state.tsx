import type { ReactNode } from 'react'
import { Doorway } from './drawings/doorway.tsx'
import * as s from './message.module.css'

interface EmptyStateProps {
  /** One sentence: what is missing, and perhaps why. */
  children: ReactNode
  action?: ReactNode
}

export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div className={s.message}>
      <Doorway />
      <p className={s.sentence}>{children}</p>
      {action}
    </div>
  )
}
