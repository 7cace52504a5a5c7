import type { Change } from '@aangan/contracts/changes'
import type { RemoteContext } from './context.tsx'

/** By store: the last change it handled, and the user whose data it holds. */
const positions = new WeakMap<object, number>()
const owners = new WeakMap<object, string>()

/** For `connect`: passes each change to the store once, including those announced while it was disconnected. Returns a function that unsubscribes. */
export function followChanges(
  store: object,
  { changes }: Pick<RemoteContext, 'changes'>,
  handle: (change: Change) => void,
): () => void {
  const subscription = changes.after(positions.get(store) ?? 0).subscribe(({ position, change }) => {
    positions.set(store, position)
    handle(change)
  })
  return () => subscription.unsubscribe()
}

/**
 * For `connect`: calls `reset` when the store holds another user's data, because somebody signed in or out, even while
 * it was disconnected. Returns a function that unsubscribes.
 */
export function followSession(
  store: object,
  { session }: Pick<RemoteContext, 'session'>,
  reset: () => void,
): () => void {
  const subscription = session.changes$.subscribe(({ status, user }) => {
    if (status === 'unknown') return
    const before = owners.get(store)
    const now = user?.id ?? 'visitor'
    owners.set(store, now)
    if (before !== undefined && before !== now) reset()
  })
  return () => subscription.unsubscribe()
}
