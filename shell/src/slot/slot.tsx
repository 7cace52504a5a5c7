import type { RemoteContext } from '@aangan/web-kit/context'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ParcelConfigObject } from 'single-spa'
import { type MountedModule, mountModule } from './parcel.ts'
import { useDelayed } from './use-delayed.ts'

interface SlotProps {
  /** Loads what is shown here. `retry` begins again from the first file, except for what is still on its way. */
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

/** `late` looks like `failed`, but what is loaded comes all the same, and takes its place when it is there. */
type State = { status: 'loading' | 'mounted' } | { status: 'late' | 'failed'; error: unknown }

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
  const fail = useCallback(
    (status: 'late' | 'failed', error: unknown) => {
      context.report(error)
      setState({ status, error })
    },
    [context],
  )
  useDeadline(state.status === 'loading', deadlineMs, fail)
  const isSlow = useDelayed(state.status === 'loading')
  const onMounted = useCallback(() => setState((now) => (now.status === 'failed' ? now : { status: 'mounted' })), [])

  return (
    <>
      {'error' in state && (
        <Failed place={place} retry={retry}>
          {failed(state.error, retry)}
        </Failed>
      )}
      {isSlow && waiting}
      {/* What mounts beneath the waiting would jump up when that goes: it is seen once it is there. */}
      {state.status !== 'failed' && (
        <Mounted {...{ load, context, extra, onMounted, fail }} hidden={isSlow || state.status === 'late'} />
      )}
    </>
  )
}

interface MountedProps extends Pick<AttemptProps, 'load' | 'context' | 'extra'> {
  hidden: boolean
  onMounted: () => void
  fail: (status: 'failed', error: unknown) => void
}

/** Where the module is, from its loading until this goes. It is loaded once. */
function Mounted({ load, context, extra, hidden, onMounted, fail }: MountedProps) {
  const element = useRef<HTMLDivElement>(null)
  const module = useRef<MountedModule>(null)
  const props = useMemo(() => ({ ...guard(context, fail), ...extra }), [context, extra, fail])
  const first = useRef({ load, props })

  useEffect(() => {
    if (!element.current) return
    const onFailed = (error: unknown) => fail('failed', error)
    const mounted = mountModule({ ...first.current, element: element.current, onMounted, onFailed })
    module.current = mounted
    return () => mounted.unmount()
  }, [onMounted, fail])

  useEffect(() => {
    if (props !== first.current.props) module.current?.update(props)
  }, [props])

  return <div ref={element} hidden={hidden} />
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
function guard(context: RemoteContext, fail: MountedProps['fail']): RemoteContext {
  return { ...context, report: (error, options) => (options?.fatal ? fail('failed', error) : context.report(error)) }
}

function useDeadline(active: boolean, deadlineMs: number, fail: (status: 'late', error: unknown) => void): void {
  useEffect(() => {
    if (!active) return
    const late = () => fail('late', new Error(`Nothing was shown within ${deadlineMs} ms.`))
    const timer = setTimeout(late, deadlineMs)
    return () => clearTimeout(timer)
  }, [active, deadlineMs, fail])
}
