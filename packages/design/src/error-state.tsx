import CloudOff from 'lucide-react/icons/cloud-off'
import type { ReactNode } from 'react'
import * as s from './message.module.css'
import { RetryButton } from './retry-button.tsx'
import { useReconnect } from './use-reconnect.ts'

export interface ErrorStateProps {
  title: string
  /** 'h1' where it is the whole page. */
  heading?: 'h1' | 'h2'
  message?: string
  /** Shows a "Try again" button, and is called once the browser is online again; `retrying` makes the button busy. */
  onRetry?: () => void
  retrying?: boolean
  /** An alternative when retrying would not help. */
  action?: ReactNode
}

/** Shown in place of content that failed to load; announced to screen readers immediately. */
export function ErrorState({ title, heading: Heading = 'h2', message, onRetry, retrying, action }: ErrorStateProps) {
  useReconnect(onRetry)
  return (
    <div className={s.message} role="alert">
      <CloudOff className={s.icon} size={40} />
      <Heading className={s.title}>{title}</Heading>
      {message && <p className={s.detail}>{message}</p>}
      {onRetry && <RetryButton busy={retrying} onClick={onRetry} />}
      {action}
    </div>
  )
}
