import type { RemoteContext as Context, Session } from '@aangan/contracts/remotes'
import { createContext, use, useEffect, useState } from 'react'

/** What the shell gives a remote, in the browser: its elements are HTML. */
export type RemoteContext = Context<HTMLElement>

const Remote = createContext<RemoteContext | null>(null)

export const RemoteProvider = Remote.Provider

/** What the shell gave this remote. Throws outside of `createRemote` and `createOffer`: such a tree cannot work. */
export function useRemote(): RemoteContext {
  const context = use(Remote)
  if (!context) throw new Error('useRemote() was called outside a remote. Make the tree with createRemote().')
  return context
}

/** Who is signed in: null for a visitor, and until the shell knows. */
export function useSession(): Session {
  const { session$ } = useRemote()
  const [session, setSession] = useState<Session>(null)
  useEffect(() => {
    const subscription = session$.subscribe(setSession)
    return () => subscription.unsubscribe()
  }, [session$])
  return session
}
