import type { RemoteContext as Context } from '@aangan/contracts/remotes'
import type { Session } from '@aangan/contracts/users'
import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import { isServer, servedBoot } from './site.ts'

export type RemoteContext = Context<HTMLElement>

const Remote = createContext<RemoteContext | null>(null)

export const RemoteProvider = Remote.Provider

/** Throws outside a tree created by `defineRemote`. */
export function useRemote(): RemoteContext {
  const context = use(Remote)
  if (!context) throw new Error('useRemote() was called outside a remote. Create the tree with defineRemote().')
  return context
}

/** Known from the first render on: the page carries the session. */
export function useSession(): Session {
  const { session } = useRemote()
  return useCurrent(session.changes$, {
    now: () => session.current,
    served: () => (isServer ? session.current : servedSession(session.current)),
  })
}

export function isSameSession(one: Session, other: Session): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The page's, as the same object if nothing has changed since: any other would render the whole page twice. */
function servedSession(current: Session): Session {
  const { session } = servedBoot()
  return isSameSession(session, current) ? current : session
}

/** The number of chats with unread messages. */
export function useUnread(): number {
  const { unread } = useRemote()
  return useCurrent(unread.count$, { now: () => unread.count, served: () => 0 })
}

interface Stream<T> {
  subscribe(listener: (value: T) => void): { unsubscribe(): void }
}

/** `served`: on the server, and while its HTML is hydrated. */
function useCurrent<T>(changes$: Stream<T>, { now, served }: Record<'now' | 'served', () => T>): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = changes$.subscribe(listener)
      return () => subscription.unsubscribe()
    },
    [changes$],
  )
  return useSyncExternalStore(subscribe, now, served)
}
