import type { SessionContext } from '@aangan/contracts/remotes'
import type { Session } from '@aangan/contracts/users'
import { isSameSession } from '@aangan/remote/context'
import { BehaviorSubject } from 'rxjs'
import type { Channel } from '../channel.ts'

export interface SessionParts {
  /** Embedded in the page. */
  first: Session
  ask: () => Promise<Session>
  channel: Channel
  report: (error: unknown) => void
  signIn: SessionContext['signIn']
}

/** Of a visitor whose session could not be asked for: they may have signed in meanwhile. */
const UNKNOWN: Session = { status: 'unknown' }
const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 30_000

/**
 * The session for the shell and all remotes. If the page does not know it, the server is asked on start; failures are
 * retried with backoff. A tab that sees a new session notifies the other tabs, which then refresh.
 */
export function createSession({ first, ask, channel, report, signIn }: SessionParts): SessionContext {
  const session$ = new BehaviorSubject<Session>(first)
  let latest: Promise<Session> | undefined
  let retryMs = FIRST_RETRY_MS

  /** `unknown` is temporary: a new profile has not been replicated yet, or a service is down. */
  function retry(asking: Promise<Session>): void {
    setTimeout(() => void (latest === asking && refresh()), retryMs)
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
  }

  async function askOnce(): Promise<Session> {
    const asking: Promise<Session> = ask().then(
      (answer) => {
        // A newer request may follow a sign-in or sign-out: use its response.
        if (latest !== asking) return latest ?? answer
        // Keep a known session while the server cannot tell: resetting it would clear forms.
        if (answer.status === 'unknown') {
          retry(asking)
          return session$.value.status === 'visitor' ? answer : session$.value
        }
        retryMs = FIRST_RETRY_MS
        if (!isSameSession(answer, session$.value)) session$.next(answer)
        return session$.value
      },
      (error: unknown) => {
        report(error)
        if (latest === asking) retry(asking)
        return session$.value.status === 'visitor' ? UNKNOWN : session$.value
      },
    )
    latest = asking
    return asking
  }

  async function refresh(): Promise<Session> {
    const before = session$.value
    const now = await askOnce()
    if (session$.value !== before) channel.postMessage('changed')
    return now
  }

  channel.onmessage = () => void askOnce()
  if (first.status === 'unknown') void askOnce()
  return {
    get current() {
      return session$.value
    },
    changes$: session$.asObservable(),
    refresh,
    signIn,
  }
}

/** Stores the user, or null, under the key that the specification and other scripts expect. */
export function keepUser({ changes$ }: SessionContext, keep: (user: string) => void): void {
  changes$.subscribe(({ status, user }) => {
    if (status !== 'unknown') keep(JSON.stringify(user ?? null))
  })
}

/** Calls `act` when the user changes, including sign-out. */
export function onOtherUser(
  { changes$ }: Pick<SessionContext, 'changes$'>,
  act: (status: 'visitor' | 'user') => void,
): void {
  let before: string | undefined
  changes$.subscribe(({ status, user }) => {
    if (status === 'unknown') return
    const now = user?.id ?? 'visitor'
    if (before !== undefined && before !== now) act(status)
    before = now
  })
}

/** Somebody may have signed in or out while the page was in the back/forward cache. */
export function refreshWhenBack({ refresh }: SessionContext): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void refresh()
  })
}
