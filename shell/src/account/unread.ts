import type { SessionContext, UnreadContext } from '@aangan/contracts/remotes'
import type { LiveMessage } from '@aangan/contracts/sockets'
import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs'
import { CallError } from './calls.ts'

export interface UnreadParts {
  session: Pick<SessionContext, 'changes$' | 'refresh'>
  live$: Observable<LiveMessage>
  /** Asks the server, for whoever is signed in. */
  ask: () => Promise<number>
  report: (error: unknown) => void
}

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 30_000

/** How many chats of the signed-in user have unread messages: the server's count, then what the socket and the chat say. */
export function createUnread({ session, live$, ask, report }: UnreadParts): UnreadContext {
  const count$ = new BehaviorSubject(0)
  let owner: string | undefined
  let hasFailed = false
  /** Grows with whatever sets the count: an answer to an older question does not count any more. */
  let version = 0
  let lastAsk = 0
  let retryMs = FIRST_RETRY_MS
  const set = (count: number) => {
    if (count !== count$.value) count$.next(count)
  }

  function change(count: number): void {
    version += 1
    set(count)
  }

  /** Later each time, unless somebody asks before. */
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
      if (version === asked) set(count)
      else await refresh()
    } catch (error) {
      // Signed out elsewhere: the page shows it, and asks no more.
      if (error instanceof CallError && error.status === 401) return void session.refresh()
      // Once: a server that cannot say may not be able to the next time either.
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
    set(0)
    void refresh()
  })
  live$.subscribe(({ type, data }) => {
    if (owner === undefined) return
    if (type === 'getNotification') change(data.unread ?? count$.value + data.count)
    // What came meanwhile was not heard; and another tab or device may have read a chat.
    else if (type === 'connected' || (type === 'read' && data.userId === owner)) void refresh()
  })
  return {
    get count() {
      return count$.value
    },
    count$: count$.asObservable(),
    lower: (by = 1) => change(Math.max(0, count$.value - by)),
    reset: () => change(0),
    refresh,
  }
}
