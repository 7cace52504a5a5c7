import { signInAddress } from '@aangan/contracts/sign-in'
import { useRemote, useSession } from '@aangan/web-kit/context'
import { type ReactNode, useEffect, useState } from 'react'
import { usePlace } from '../navigation/history.ts'
import { ErrorScreen } from '../page/error-screen.tsx'
import { Waiting } from '../page/waiting.tsx'

interface GateProps {
  /** Whether the page is for signed-in users alone. */
  closed?: boolean
  /** How long it may take to learn who is there. */
  deadlineMs: number
  children: ReactNode
}

/** Lets a visitor to a closed page sign in first, and then come back. Nobody is sent away on a guess. */
export function Gate({ closed, deadlineMs, children }: GateProps) {
  const { status } = useSession()
  if (!closed || status === 'user') return children
  return status === 'unknown' ? <Asking deadlineMs={deadlineMs} /> : <ToSignIn />
}

function ToSignIn() {
  const { path, search } = usePlace()
  const { navigate, session } = useRemote()
  useEffect(() => {
    let isOver = false
    // Asked again first: another tab may have signed in, and this one not heard of it.
    void session.refresh().then(({ status }) => {
      if (!isOver && status === 'visitor') navigate(signInAddress(path + search), { replace: true })
    })
    return () => {
      isOver = true
    }
  }, [path, search, navigate, session])
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
  return (
    <ErrorScreen
      title="Unexpected Application Error!"
      message="We could not find out whether you are signed in. Please try again in a moment."
      onRetry={retry}
    />
  )
}
