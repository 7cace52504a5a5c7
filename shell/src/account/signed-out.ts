import type { ChangesContext, SessionContext } from '@aangan/contracts/remotes'

const REASON = 'You were signed out, perhaps because the password was changed on another device.'

interface SignedOutParts {
  session: Pick<SessionContext, 'changes$'>
  changes: Pick<ChangesContext, 'after'>
  /** Whether somebody was signed in when this browser had the site open last. */
  wasIn: boolean
}

let reason: string | undefined

/** The server does not say why a session is over: only a sign-out in this browser, in any tab, is known here. */
export function followSignOut({ session, changes, wasIn }: SignedOutParts): void {
  let isIn = wasIn
  changes.after(0).subscribe(({ change }) => {
    if (change.type === 'user.left') isIn = false
  })
  session.changes$.subscribe(({ status }) => {
    if (status === 'unknown') return
    reason = status === 'visitor' && (isIn || reason) ? REASON : undefined
    isIn = status === 'user'
  })
}

/** For the sign-in page; undefined if nobody was signed out unasked. */
export function signedOutReason(): string | undefined {
  return reason
}
