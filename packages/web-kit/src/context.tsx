import type { RemoteContext as Context } from '@aangan/contracts/remotes'
import type { Session } from '@aangan/contracts/users'
import { createContext, use, useCallback, useSyncExternalStore } from 'react'

/** What the shell gives a remote, in the browser: its elements are HTML. */
export type RemoteContext = Context<HTMLElement>

const Remote = createContext<RemoteContext | null>(null)

export const RemoteProvider = Remote.Provider

/** What the shell gave this remote. Throws outside of a tree that `defineRemote` made: such a tree cannot work. */
export function useRemote(): RemoteContext {
  const context = use(Remote)
  if (!context) throw new Error('useRemote() was called outside a remote. Make the tree with defineRemote().')
  return context
}

/** Who is signed in, right from the first render: the page says so. */
export function useSession(): Session {
  const { session } = useRemote()
  return useCurrent(session.changes$, () => session.current)
}

/** How many chats have unread messages. */
export function useUnread(): number {
  const { unread } = useRemote()
  return useCurrent(unread.count$, () => unread.count)
}

interface Stream<T> {
  subscribe(listener: (value: T) => void): { unsubscribe(): void }
}

function useCurrent<T>(changes$: Stream<T>, read: () => T): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = changes$.subscribe(listener)
      return () => subscription.unsubscribe()
    },
    [changes$],
  )
  return useSyncExternalStore(subscribe, read, read)
}
