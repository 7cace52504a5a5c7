import type { SessionContext, UnreadContext } from '@aangan/contracts/remotes'
import type { LiveMessage } from '@aangan/contracts/sockets'
import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs'
import { CallError } from './calls.ts'
import { createHeldChats } from './held-chats.ts'

export interface UnreadParts {
  session: Pick<SessionContext, 'changes$' | 'refresh'>
  live$: Observable<LiveMessage>
  ask: () => Promise<number>
  report: (error: unknown) => void
  /** Whether this tab has the focus. */
  isLooking: () => boolean
}

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 30_000

/** The number of unread chats of the user: loaded from the server, then updated by the socket and the chat remote. */
export function createUnread({ session, live$, ask, report, isLooking }: UnreadParts): UnreadContext {
  const count$ = new BehaviorSubject(0)
  const held = createHeldChats({ isLooking, onExpired: read })
  /** By the server, which counts held chats, too. */
  let known = 0
  let owner: string | undefined
  let hasFailed = false
  /** Increases with every update, so that responses to older requests are ignored. */
  let version = 0
  let lastAsk = 0
  let retryMs = FIRST_RETRY_MS
  function set(count: number): void {
    known = Math.max(0, count)
    const shown = Math.max(0, known - held.count)
    if (shown !== count$.value) count$.next(shown)
  }

  function change(count: number): void {
    version += 1
    set(count)
  }

  /** The response shows whether it was in fact read. */
  function read(chatId: string): void {
    held.release(chatId)
    change(known - 1)
    void refresh()
  }

  /** With backoff, unless another request starts first. */
  function retry(asked: number): void {
    if (lastAsk !== asked) return
    setTimeout(() => void (lastAsk === asked && refresh()), retryMs)
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
  }

  async function refresh(): Promise<void> {
    const asker = owner
    if (asker === undefined) return
    version += 1
    const asked = version
    lastAsk = asked
    try {
      const count = await ask()
      retryMs = FIRST_RETRY_MS
      if (owner !== asker || lastAsk !== asked) return
      // It may include the held chats; it is requested again after them.
      if (held.count > 0) return
      if (version === asked) set(count)
      else await refresh()
    } catch (error) {
      // Signed out elsewhere: the session handles it; stop asking.
      if (error instanceof CallError && error.status === 401) return void session.refresh()
      // Only once: the next attempts will probably fail too.
      if (!hasFailed) report(error)
      hasFailed = true
      retry(asked)
    }
  }

  const owner$ = session.changes$.pipe(
    map(({ user }) => user?.id),
    distinctUntilChanged(),
  )
  owner$.subscribe((id) => {
    owner = id
    held.clear()
    set(0)
    void refresh()
  })
  live$.subscribe(({ type, data }) => {
    if (owner === undefined) return
    if (type === 'getNotification') {
      if (data.chatId !== undefined) held.holdIfRead(data.chatId)
      change(data.unread ?? known + data.count)
    }
    // Events were missed.
    if (type === 'connected') held.clear()
    // After a read, because another tab or device may have done it.
    if (type === 'connected' || (type === 'read' && data.userId === owner)) void refresh()
  })
  return {
    get count() {
      return count$.value
    },
    count$: count$.asObservable(),
    lower: (by = 1) => change(known - by),
    reading: held.reading,
    read,
    reset() {
      held.clear()
      change(0)
    },
    refresh,
  }
}
