import type { Remedy } from '@aangan/remote/find-remedy'
import { classNames } from './class-names.ts'
import * as s from './code-failed.module.css'
import { ErrorState } from './error-state.tsx'
import { RetryButton } from './retry-button.tsx'
import { useReconnect } from './use-reconnect.ts'

/** What is said instead of what could not be loaded, or besides. */
export const TOLD = {
  retry: { message: 'Check your connection and try again.' },
  reload: {
    title: 'There is a new version of this site',
    message: 'Reload the page to go on. What you have typed is kept.',
  },
  later: { message: 'This part of the site is not available at the moment. Try again later.' },
} satisfies Record<Remedy, { title?: string; message: string }>

export const RELOAD_LABEL = 'Reload the page'

export function reloadPage(): void {
  window.location.reload()
}

interface CodeFailedProps {
  /** What could not be loaded, without a full stop. */
  title: string
  remedy: Remedy
  onRetry: () => void
}

/** In place of a part of the page whose code could not be loaded: offers what helps. */
export function CodeFailed({ title, remedy, onRetry }: CodeFailedProps) {
  const told = { title, ...TOLD[remedy] }
  if (remedy !== 'reload') return <ErrorState {...told} onRetry={onRetry} />
  return <ErrorState {...told} action={<RetryButton onClick={reloadPage}>{RELOAD_LABEL}</RetryButton>} />
}

interface CodeFailedLineProps extends CodeFailedProps {
  className?: string | undefined
  /** It answers a press, and is scrolled into view: it may appear below the screen, or behind a bar. */
  isAnswer?: boolean
  /** `status` does not interrupt a screen reader. */
  role?: 'alert' | 'status'
}

/** The same where there is room for a line. What answers a press, or has something in its place, waits for the button. */
export function CodeFailedLine({ title, remedy, onRetry, className, isAnswer, role = 'alert' }: CodeFailedLineProps) {
  const told = { title, ...TOLD[remedy] }
  useReconnect(remedy === 'reload' || isAnswer || role === 'status' ? undefined : onRetry)
  return (
    <div ref={isAnswer ? reveal : undefined} className={classNames(s.line, className)} role={role}>
      <p>{`${told.title}. ${told.message}`}</p>
      <RetryButton dense onClick={remedy === 'reload' ? reloadPage : onRetry}>
        {remedy === 'reload' ? RELOAD_LABEL : undefined}
      </RetryButton>
    </div>
  )
}

/** By its button, which keeps away from bars as what takes the focus does. */
function reveal(line: HTMLElement | null): void {
  line?.querySelector('button')?.scrollIntoView({ block: 'nearest' })
}
