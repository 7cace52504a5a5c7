import type { RemoteContext } from '@aangan/web-kit/context'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { mountRootParcel, type ParcelConfigObject } from 'single-spa'
import Parcel from 'single-spa-react/parcel'
import { useDelayed } from './use-delayed.ts'

interface SlotProps {
  /** Loads what is shown here. `retry` begins again from the first file. */
  load: (retry: boolean) => Promise<ParcelConfigObject>
  context: RemoteContext
  /** Where this is shown. When it changes after a failure, another attempt is made. */
  place?: string
  /** Passed on beside the context; a new object updates what is mounted. */
  extra?: Record<string, unknown>
  deadlineMs: number
  /** Shown while loading, once that has taken long enough to be noticed. */
  waiting: React.ReactNode
  failed: (error: unknown, retry: () => void) => React.ReactNode
}

type State = { status: 'loading' | 'mounted' } | { status: 'failed'; error: unknown }

/**
 * A place for something that was built apart and may be missing, broken, slow or about to throw. Whatever it does, this
 * shows it, or says within the deadline that it cannot; and nothing outside is touched.
 */
export function Slot({ load, ...rest }: SlotProps) {
  const [attempt, setAttempt] = useState(0)
  const retry = () => setAttempt((now) => now + 1)
  return <Attempt key={attempt} {...rest} load={() => load(attempt > 0)} retry={retry} />
}

type AttemptProps = Omit<SlotProps, 'load'> & { load: () => Promise<ParcelConfigObject>; retry: () => void }

function Attempt({ load, context, extra, place, deadlineMs, waiting, failed, retry }: AttemptProps) {
  const [state, setState] = useState<State>({ status: 'loading' })
  const [config] = useState(() => load)
  const isLoading = state.status === 'loading'
  const fail = useCallback(
    (error: unknown) => {
      context.report(error)
      setState({ status: 'failed', error })
    },
    [context],
  )
  useDeadline(isLoading, deadlineMs, fail)
  const isSlow = useDelayed(isLoading)
  // Kept, since each rendering of it updates what is mounted.
  const parcel = useMemo(() => {
    const parcelDidMount = () => setState((now) => (now.status === 'loading' ? { status: 'mounted' } : now))
    const props = { config, mountParcel: mountRootParcel, handleError: fail, parcelDidMount }
    return <Parcel {...props} {...guard(context, fail)} {...extra} />
  }, [config, context, extra, fail])

  if (state.status === 'failed') {
    return (
      <Failed place={place} retry={retry}>
        {failed(state.error, retry)}
      </Failed>
    )
  }
  return (
    <>
      {isSlow && waiting}
      {/* What mounts beneath the waiting would jump up when that goes: it is seen once it is there. */}
      <div hidden={isSlow}>{parcel}</div>
    </>
  )
}

/** What is shown instead, until the reader goes elsewhere. */
function Failed({ place, retry, children }: Pick<AttemptProps, 'place' | 'retry'> & { children: React.ReactNode }) {
  const [failedAt] = useState(place)
  useEffect(() => {
    if (place !== failedAt) retry()
  }, [place, failedAt, retry])
  return children
}

/** A remote that has nothing left to show says so in its report: then this place shows what failed places show. */
function guard(context: RemoteContext, fail: (error: unknown) => void): RemoteContext {
  return { ...context, report: (error, options) => (options?.fatal ? fail(error) : context.report(error)) }
}

function useDeadline(active: boolean, deadlineMs: number, fail: (error: unknown) => void): void {
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => fail(new Error(`Nothing was shown within ${deadlineMs} ms.`)), deadlineMs)
    return () => clearTimeout(timer)
  }, [active, deadlineMs, fail])
}
