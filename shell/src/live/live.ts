import type { SessionContext } from '@aangan/contracts/remotes'
import type { LiveMessage, SendLive } from '@aangan/contracts/sockets'
import { defer, distinctUntilChanged, EMPTY, filter, map, merge, type Observable, of, Subject } from 'rxjs'
import type { LiveSocket, SocketParts } from './socket.ts'

export interface LiveParts {
  session: Pick<SessionContext, 'changes$' | 'refresh'>
  /** Loads the socket code lazily: only signed-in users need it, after the first paint. */
  load: () => Promise<(parts: Pick<SocketParts, 'userId' | 'hear' | 'onRefused'>) => LiveSocket>
  report: (error: unknown) => void
}

interface Live {
  live$: Observable<LiveMessage>
  send: SendLive
}

const RETRY_MS = 30_000
const AWAY = { type: 'disconnected', data: null } as const

/** This tab's socket: open while a user is signed in, and reopened when the user changes. */
export function createLive({ session, load, report }: LiveParts): Live {
  const live$ = new Subject<LiveMessage>()
  let isAway = false
  let socket: LiveSocket | undefined
  let close: (() => void) | undefined

  function hear(message: LiveMessage): void {
    if (message.type === 'connected' || message.type === 'disconnected') isAway = message.type === 'disconnected'
    live$.next(message)
  }

  function open(userId: string): () => void {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const onRefused = () => void session.refresh()

    async function tryToOpen(): Promise<void> {
      try {
        const openSocket = await load()
        if (!isOver) socket = openSocket({ userId, hear, onRefused })
      } catch (error) {
        report(error)
        if (isOver) return
        hear(AWAY)
        timer = setTimeout(tryToOpen, RETRY_MS)
      }
    }

    void tryToOpen()
    return () => {
      isOver = true
      clearTimeout(timer)
      socket?.close()
      socket = undefined
      isAway = false
    }
  }

  session.changes$
    .pipe(
      filter(({ status }) => status !== 'unknown'),
      map(({ user }) => user?.id),
      distinctUntilChanged(),
    )
    .subscribe((userId) => {
      close?.()
      close = userId === undefined ? undefined : open(userId)
    })
  return {
    live$: merge(
      defer(() => (isAway ? of(AWAY) : EMPTY)),
      live$,
    ),
    async send(type, data) {
      if (!socket) throw new Error('Cannot send: no user is signed in, or the socket is still loading.')
      return await socket.send(type, data)
    },
  }
}
