import { type SignInState, signInAddress } from '@aangan/contracts/sign-in'
import { useRemote, useSession } from '@aangan/web-kit/context'
import { type ReactNode, useEffect, useState } from 'react'
import { useHistoryEntry } from '../navigation/history.ts'
import { Failed } from '../page/failed.tsx'
import { Waiting } from '../page/waiting.tsx'
import { signedOutReason } from './signed-out.ts'

interface GateProps {
  /** If the page requires a signed-in user: true, or the reason that the sign-in page shows. */
  closed?: boolean | string
  /** How long to wait for the session. */
  deadlineMs: number
  children: ReactNode
}

/** Redirects visitors of a private page to sign in and back; never while the session is unknown. */
export function Gate({ closed, deadlineMs, children }: GateProps) {
  const { status } = useSession()
  if (!closed || status === 'user') return children
  return status === 'unknown' ? <Asking deadlineMs={deadlineMs} /> : <ToSignIn reason={closed} />
}

function ToSignIn({ reason }: { reason: true | string }) {
  const { path, search } = useHistoryEntry()
  const { navigate, session } = useRemote()
  useEffect(() => {
    let isOver = false
    // Refresh first: another tab may have signed in unnoticed.
    void session.refresh().then(({ status }) => {
      if (isOver || status !== 'visitor') return
      const said = signedOutReason() ?? (reason === true ? undefined : reason)
      const state: SignInState | undefined = said === undefined ? undefined : { reason: said }
      navigate(signInAddress(path + search), { replace: true, state })
    })
    return () => {
      isOver = true
    }
  }, [path, search, reason, navigate, session])
  return <Waiting />
}

function Asking({ deadlineMs }: { deadlineMs: number }) {
  const { session } = useRemote()
  const [asked, setAsked] = useState(0)
  const [late, setLate] = useState(-1)
  useEffect(() => {
    const timer = setTimeout(() => setLate(asked), deadlineMs)
    return () => clearTimeout(timer)
  }, [asked, deadlineMs])
  if (late !== asked) return <Waiting />
  const retry = () => {
    setAsked(asked + 1)
    void session.refresh()
  }
  return <Failed message="We could not check whether you are signed in. Try again in a moment." onRetry={retry} />
}
