import type { Change } from '@aangan/contracts/changes'
import type { RemoteContext } from './context.tsx'

/** By store, up to where it has heard the changes, and whose data it holds. */
const positions = new WeakMap<object, number>()
const owners = new WeakMap<object, string>()

/**
 * For `connect`: hands a store every change once, also those that were announced while it was not connected.
 * @returns what ends it
 */
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
 * For `connect`: calls `reset` when the store holds what another person, or nobody, was shown: somebody has signed in or
 * out, now or while it was not connected.
 * @returns what ends it
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
