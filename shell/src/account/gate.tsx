import { type SignInState, signInAddress } from '@aangan/contracts/sign-in'
import { useRemote, useSession } from '@aangan/remote/context'
import { useReach } from '@aangan/remote/use-reach'
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

const AGAIN_MS = 1_000
const MOST_TIMES = 5

function ToSignIn({ reason }: { reason: true | string }) {
  const { path, search } = useHistoryEntry()
  const { navigate, session } = useRemote()
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    // Refresh first: another tab may have signed in unnoticed.
    async function ask(times: number): Promise<void> {
      const { status } = await session.refresh()
      if (isOver || status === 'user') return
      // Nothing is emitted once it is known that a visitor is still one: ask again, but not for ever.
      if (status === 'unknown' && times > 1) {
        timer = setTimeout(() => void ask(times - 1), AGAIN_MS)
        return
      }
      const said = signedOutReason() ?? (reason === true ? undefined : reason)
      const state: SignInState | undefined = said === undefined ? undefined : { reason: said }
      navigate(signInAddress(path + search), { replace: true, state })
    }
    void ask(MOST_TIMES)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [path, search, reason, navigate, session])
  return <Waiting />
}

function Asking({ deadlineMs }: { deadlineMs: number }) {
  const { session } = useRemote()
  const [asked, setAsked] = useState(0)
  const [late, setLate] = useState(-1)
  const reach = useReach()
  useEffect(() => {
    const timer = setTimeout(() => setLate(asked), deadlineMs)
    return () => clearTimeout(timer)
  }, [asked, deadlineMs])
  if (late !== asked && reach === 'there') return <Waiting />
  const retry = () => {
    setAsked(asked + 1)
    void session.refresh()
  }
  return <Failed message="We could not check whether you are signed in. Try again in a moment." onRetry={retry} />
}
