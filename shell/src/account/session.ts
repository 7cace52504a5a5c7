import type { SessionContext } from '@aangan/contracts/remotes'
import type { Session } from '@aangan/contracts/users'
import { BehaviorSubject } from 'rxjs'

/** The part of a `BroadcastChannel` that is used, between the tabs of one browser. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'onmessage'>

export interface SessionParts {
  /** What the page says. */
  first: Session
  /** Asks the server. */
  ask: () => Promise<Session>
  channel: Channel
  report: (error: unknown) => void
  signIn: () => void
}

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 30_000

/**
 * Who is signed in, for the shell and all remotes. Where the page could not say, the server is asked at the start. What is
 * not answered is asked again, later each time.
 * A tab that learns of another person tells the other tabs, which ask for themselves.
 */
export function createSession({ first, ask, channel, report, signIn }: SessionParts): SessionContext {
  const session$ = new BehaviorSubject<Session>(first)
  let latest: Promise<Session> | undefined
  let retryMs = FIRST_RETRY_MS

  /** A new profile may not have arrived yet, and a server may be away for a moment. */
  function retry(asking: Promise<Session>): void {
    setTimeout(() => void (latest === asking && refresh()), retryMs)
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
  }

  async function askOnce(): Promise<Session> {
    const asking: Promise<Session> = ask().then(
      (answer) => {
        // Whoever asked before somebody signed in or out gets the answer to the question that was asked after.
        if (latest !== asking) return latest ?? answer
        // Who is known stays so while nobody can tell: forms would lose what is entered.
        if (answer.status === 'unknown') retry(asking)
        else {
          retryMs = FIRST_RETRY_MS
          if (!isSame(answer, session$.value)) session$.next(answer)
        }
        return session$.value
      },
      (error: unknown) => {
        report(error)
        if (latest === asking) retry(asking)
        return session$.value
      },
    )
    latest = asking
    return asking
  }

  async function refresh(): Promise<Session> {
    const before = session$.value
    const now = await askOnce()
    if (now !== before) channel.postMessage('changed')
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

/** Keeps the user, or null, where other scripts of the page and the specification expect it. */
export function keepUser({ changes$ }: SessionContext, keep: (user: string) => void): void {
  changes$.subscribe(({ status, user }) => {
    if (status !== 'unknown') keep(JSON.stringify(user ?? null))
  })
}

/** Calls `act` whenever somebody else is there than before: another user, or nobody any more. */
export function onOtherUser({ changes$ }: Pick<SessionContext, 'changes$'>, act: () => void): void {
  let before: string | undefined
  changes$.subscribe(({ status, user }) => {
    if (status === 'unknown') return
    const now = user?.id ?? 'visitor'
    if (before !== undefined && before !== now) act()
    before = now
  })
}

/** A page that the browser had put aside, or kept in its cache, was made for whoever was signed in then. */
export function refreshWhenBack({ refresh }: SessionContext): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    const [entry] = performance.getEntriesByType('navigation')
    if (persisted || (entry as PerformanceNavigationTiming | undefined)?.type === 'back_forward') void refresh()
  })
}

function isSame(one: Session, other: Session): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
