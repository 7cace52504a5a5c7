import type { RemoteContext } from '@aangan/remote/context'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ParcelConfigObject } from 'single-spa'
import { Instead } from './instead.tsx'
import { useNextScreen } from './next-screen.ts'
import { type MountedModule, mountModule } from './parcel.ts'
import * as s from './slot.module.css'
import { useSlotHtml } from './slot-html.ts'
import { useDelayed } from './use-delayed.ts'

/** Shorter waits show no placeholder, which would only flash. */
const NOTICED_MS = 200

interface SlotProps {
  /** The remote's name: marks what is mounted, for the boot of a build before its deploy. */
  part: string
  /** `retry` starts over, except for pending downloads. */
  load: (retry: boolean) => Promise<ParcelConfigObject>
  context: RemoteContext
  /** Asked when the module has failed: resolves with true if another release takes this slot. */
  replace: () => Promise<boolean>
  /** The current path. If it changes after a failure, loading is retried. */
  address?: string
  /** Additional props; a new object updates the mounted module. */
  extra?: Record<string, unknown>
  deadlineMs: number
  /** Shown while loading, after a short delay. */
  waiting: React.ReactNode
  failed: (error: unknown, retry: () => void) => React.ReactNode
}

/**
 * `late` renders like `failed`, but the module keeps loading and replaces it when ready. `stuck`: it is mounted, but its
 * next screen does not arrive.
 */
type State = { status: 'loading' | 'mounted' } | { status: 'late' | 'stuck' | 'failed'; error: unknown }

/** Isolates a remote that may be missing, broken or slow: shows it, or a fallback within the deadline. */
export function Slot({ load, ...rest }: SlotProps) {
  const [attempt, setAttempt] = useState(0)
  const retry = () => setAttempt((now) => now + 1)
  return <Attempt key={attempt} {...rest} load={() => load(attempt > 0)} loadNext={() => load(false)} retry={retry} />
}

interface AttemptProps extends Omit<SlotProps, 'load'> {
  load: () => Promise<ParcelConfigObject>
  /** Loads what another path needs besides. */
  loadNext: () => Promise<unknown>
  retry: () => void
}

function Attempt(props: AttemptProps) {
  const { part, load, loadNext, context, replace, extra, address, deadlineMs, waiting, failed, retry } = props
  const [state, setState] = useState<State>({ status: 'loading' })
  const fail = useCallback(
    (status: 'late' | 'stuck' | 'failed', error: unknown) => {
      context.report(error)
      setState({ status, error })
    },
    [context],
  )
  const isMounted = state.status === 'mounted' || state.status === 'stuck'
  const isOverdue = useDelayed(!isMounted, deadlineMs)
  useEffect(() => {
    if (isOverdue && state.status === 'loading') fail('late', new Error(`Not mounted within ${deadlineMs} ms.`))
  }, [isOverdue, state.status, deadlineMs, fail])
  const onLate = (error: Error) => fail('stuck', error)
  useNextScreen(address, { isMounted, load: loadNext, deadlineMs, onLate, onLoaded: retry })
  const isSlow = useDelayed(state.status === 'loading', NOTICED_MS)
  const onMounted = useCallback(() => setState((now) => (now.status === 'failed' ? now : { status: 'mounted' })), [])

  return (
    <>
      {state.status !== 'failed' && state.status !== 'stuck' && (
        <Mounted {...{ load, context, extra, onMounted, fail }} part={state.status === 'mounted' ? part : undefined} />
      )}
      <div className={s.substitute}>
        {'error' in state && (
          <Failed address={address} retry={retry}>
            {state.status === 'failed' ? (
              <Instead {...{ replace, waiting, isOverdue }}>{failed(state.error, retry)}</Instead>
            ) : (
              failed(state.error, retry)
            )}
          </Failed>
        )}
        {isSlow && waiting}
      </div>
    </>
  )
}

interface MountedProps extends Pick<AttemptProps, 'load' | 'context' | 'extra'> {
  part: string | undefined
  onMounted: () => void
  fail: (status: 'failed', error: unknown) => void
}

/** Loads the module once, and unmounts it with this element. */
function Mounted({ part, load, context, extra, onMounted, fail }: MountedProps) {
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

  // The browser leaves what the server has put there to the module, which hydrates it.
  return (
    <div
      ref={element}
      className={s.module}
      data-part={part}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is the module's own, rendered by React on the server.
      dangerouslySetInnerHTML={{ __html: useSlotHtml() }}
    />
  )
}

/** The fallback, until the path changes. */
function Failed({ address, retry, children }: Pick<AttemptProps, 'address' | 'retry'> & { children: React.ReactNode }) {
  const [failedAt] = useState(address)
  useEffect(() => {
    if (address !== failedAt) retry()
  }, [address, failedAt, retry])
  return children
}

/** A fatal report means that the remote shows nothing: show the fallback. */
function guard(context: RemoteContext, fail: MountedProps['fail']): RemoteContext {
  return { ...context, report: (error, options) => (options?.fatal ? fail('failed', error) : context.report(error)) }
}
