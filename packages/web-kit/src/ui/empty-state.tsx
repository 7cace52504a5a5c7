import type { ReactNode } from 'react'
import { Doorway } from '../drawings/doorway.tsx'
import * as s from './message.module.css'

interface EmptyStateProps {
  /** One sentence: what is not here, and perhaps why. */
  children: ReactNode
  /** The one thing to do about it. */
  action?: ReactNode
}

/** Stands where there would be content, if there were any. */
export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div className={s.message}>
      <Doorway />
      <p className={s.sentence}>{children}</p>
      {action}
    </div>
  )
}
