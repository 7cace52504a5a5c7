import CloudOff from 'lucide-react/icons/cloud-off'
import RotateCw from 'lucide-react/icons/rotate-cw'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import * as s from './message.module.css'

export interface ErrorStateProps {
  /** What happened, in a few words. */
  title: string
  message?: string
  /** Offers to try again. `retrying` while that is under way. */
  onRetry?: () => void
  retrying?: boolean
  /** Another way on, where trying again would not help. */
  action?: ReactNode
}

/** Stands where content would be, had it not failed to come. Read out at once. */
export function ErrorState({ title, message, onRetry, retrying, action }: ErrorStateProps) {
  return (
    <div className={s.message} role="alert">
      <CloudOff className={s.icon} size={40} />
      <h2 className={s.title}>{title}</h2>
      {message && <p className={s.detail}>{message}</p>}
      {onRetry && (
        <Button variant="quiet" icon={<RotateCw size={18} />} busy={retrying} onClick={onRetry}>
          Try again
        </Button>
      )}
      {action}
    </div>
  )
}
