import { SERVED } from '@aangan/contracts/page'
import type { RemoteContext } from '@aangan/remote/context'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ParcelConfigObject } from 'single-spa'
import type { Again } from '../federation/remotes.ts'
import { bringFont } from '../page/bring-font.ts'
import { Instead } from './instead.tsx'
import { useNextScreen } from './next-screen.ts'
import { type MountedModule, mountModule } from './parcel.ts'
import { isServed, type Served, useServed } from './served.ts'
import * as s from './slot.module.css'
import { useSlotHtml } from './slot-html.ts'
import { useDelayed } from './use-delayed.ts'

/** Shorter waits show no placeholder, which would only flash. */
const NOTICED_MS = 200

interface SlotProps {
  /** The remote's name: marks what is mounted, for the boot of a build before its deploy. */
  part: string
  /** Tells releases of the remote apart. */
  release?: unknown
  /** What the server has rendered stays in the page, though another release takes this slot, until that shows something. */
  served?: Served
  load: (again: Again | null) => Promise<ParcelConfigObject>
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
  failed: Failure
  /** The same beside what the server has rendered, which stays if no module takes it. */
  unfinished?: Failure
}

type Failure = (error: unknown, retry: () => void) => React.ReactNode

/**
 * `late` renders like `failed`, but the module keeps loading and replaces it when ready. `stuck`: it is mounted, but its
 * next screen does not arrive.
 */
type State =
  | { status: 'loading' | 'mounted' }
  | { status: 'late' | 'stuck' | 'failed'; error: unknown; isReadable: boolean }

/** Isolates a remote that may be missing, broken or slow: shows it, or a fallback within the deadline. */
export function Slot({ load, ...rest }: SlotProps) {
  const [{ count, again }, setAttempt] = useState<{ count: number; again: Again | null }>({ count: 0, again: null })
  const own: Served = useRef(null)
  const retry = (how: Again) => setAttempt((before) => ({ count: before.count + 1, again: how }))
  const calls = { load: () => load(again), loadNext: () => load(null), retry }
  return <Attempt key={count} {...rest} {...calls} served={rest.served ?? own} />
}

interface AttemptProps extends Omit<SlotProps, 'load'> {
  served: Served
  load: () => Promise<ParcelConfigObject>
  /** Loads what another path needs besides. */
  loadNext: () => Promise<unknown>
  retry: (how: Again) => void
}

function Attempt(props: AttemptProps) {
  const { part, release, load, loadNext, context, replace, extra, address, deadlineMs, waiting, failed } = props
  const { served, unfinished = failed } = props
  const [state, setState] = useState<State>({ status: 'loading' })
  const element = useRef<HTMLDivElement>(null)
  const fail = useCallback(
    (status: 'late' | 'stuck' | 'failed', error: unknown) => {
      context.report(error)
      setState({ status, error, isReadable: isServed(element.current) })
    },
    [context],
  )
  const isMounted = state.status === 'mounted' || state.status === 'stuck'
  const isOverdue = useDelayed(!isMounted, deadlineMs)
  useEffect(() => {
    if (isOverdue && state.status === 'loading') fail('late', new Error(`Not mounted within ${deadlineMs} ms.`))
  }, [isOverdue, state.status, deadlineMs, fail])
  useEffect(() => {
    if (state.status !== 'loading') bringFont()
  }, [state.status])
  const onLate = (error: Error) => fail('stuck', error)
  const retry = () => props.retry('error' in state && isLost(state.error) ? 'on' : 'anew')
  const goOn = () => props.retry('on')
  const leave = state.status === 'stuck' ? goOn : retry
  useNextScreen(address, { isMounted, load: loadNext, deadlineMs, onLate, onLoaded: goOn })
  const isSlow = useDelayed(state.status === 'loading', NOTICED_MS)
  const onMounted = useCallback(() => setState((now) => (now.status === 'failed' ? now : { status: 'mounted' })), [])

  const isReadable = 'error' in state && state.isReadable
  const isRemoved = (state.status === 'failed' && !isReadable) || state.status === 'stuck'
  const failure = 'error' in state && (
    <Failed address={address} leave={leave}>
      {state.status === 'failed' ? (
        <Instead {...{ replace, isOverdue }} waiting={isReadable ? null : waiting}>
          {(isReadable ? unfinished : failed)(state.error, retry)}
        </Instead>
      ) : (
        (isReadable ? unfinished : failed)(state.error, retry)
      )}
    </Failed>
  )
  return (
    <>
      {!isRemoved && (
        <Mounted
          {...{ element, served, release, load, context, extra, onMounted, fail }}
          part={state.status === 'mounted' ? part : undefined}
        />
      )}
      <div className={s.substitute}>
        {!isReadable && failure}
        {isSlow && waiting}
      </div>
      {isReadable && failure}
    </>
  )
}

interface MountedProps extends Pick<AttemptProps, 'served' | 'release' | 'load' | 'context' | 'extra'> {
  element: RefObject<HTMLDivElement | null>
  part: string | undefined
  onMounted: () => void
  fail: (status: 'failed', error: unknown) => void
}

/** Loads the module once, and unmounts it with this element. */
function Mounted({ element, served, release, part, load, context, extra, onMounted, fail }: MountedProps) {
  const html = useSlotHtml()
  const module = useRef<MountedModule>(null)
  const props = useMemo(() => ({ ...guard(context, fail), ...extra }), [context, extra, fail])
  const first = useRef({ load, props })
  const clear = useServed(element, served, release)

  useEffect(() => {
    const box = element.current
    if (!box) return
    const onFailed = (error: unknown) => fail('failed', error)
    const onTaken = () => {
      box.removeAttribute(SERVED)
      onMounted()
    }
    const { load, props } = first.current
    const loadFor = async () => {
      const loaded = await load()
      clear()
      return loaded
    }
    const mounted = mountModule({ load: loadFor, props, element: box, onMounted: onTaken, onFailed })
    module.current = mounted
    return () => mounted.unmount()
  }, [element, clear, onMounted, fail])

  useEffect(() => {
    if (props !== first.current.props) module.current?.update(props)
  }, [props])

  // The browser leaves what the server has put there to the module, which hydrates it.
  return (
    <div
      ref={element}
      className={s.module}
      data-part={part}
      {...(html !== '' && { [SERVED]: '' })}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is the module's own, rendered by React on the server.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

interface FailedProps extends Pick<AttemptProps, 'address'> {
  leave: () => void
  children: React.ReactNode
}

/** The fallback, until the path changes. */
function Failed({ address, leave, children }: FailedProps) {
  const [failedAt] = useState(address)
  useEffect(() => {
    if (address !== failedAt) leave()
  }, [address, failedAt, leave])
  return children
}

/** Whether a file did not come, as offline, which says nothing against what has: all loaders name it. */
export function isLost(error: unknown): boolean {
  return error instanceof Error && 'request' in error
}

/** A fatal report means that the remote shows nothing: show the fallback. */
function guard(context: RemoteContext, fail: MountedProps['fail']): RemoteContext {
  const { report } = context
  return { ...context, report: (error, options) => (options?.fatal ? fail('failed', error) : report(error, options)) }
}
