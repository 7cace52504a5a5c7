import type { SessionContext, UnreadContext } from '@aangan/contracts/remotes'
import type { LiveMessage } from '@aangan/contracts/sockets'
import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs'

export interface UnreadParts {
  session: Pick<SessionContext, 'changes$'>
  live$: Observable<LiveMessage>
  /** Asks the server, for whoever is signed in. */
  ask: () => Promise<number>
  report: (error: unknown) => void
}

/** How many chats of the signed-in user have unread messages: the server's count, then what the socket and the chat say. */
export function createUnread({ session, live$, ask, report }: UnreadParts): UnreadContext {
  const count$ = new BehaviorSubject(0)
  let owner: string | undefined
  let hasFailed = false
  const set = (count: number) => {
    if (count !== count$.value) count$.next(count)
  }

  async function refresh(): Promise<void> {
    const asker = owner
    if (asker === undefined) return
    try {
      const count = await ask()
      if (owner === asker) set(count)
    } catch (error) {
      // Once: a server that cannot say will not be able to the next time either.
      if (!hasFailed) report(error)
      hasFailed = true
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
    if (type !== 'getNotification' || owner === undefined) return
    set(data.unread ?? count$.value + data.count)
  })
  return {
    get count() {
      return count$.value
    },
    count$: count$.asObservable(),
    lower: (by = 1) => set(Math.max(0, count$.value - by)),
    reset: () => set(0),
    refresh,
  }
}
