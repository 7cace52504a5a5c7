import type { RemoteContext } from './context.tsx'

export interface StoreDefinition<S> {
  /** Called once per page: the store keeps its data when the remote is unmounted. */
  makeStore: (context: RemoteContext) => S
  /** Subscribes the store to external events. Returns a function that unsubscribes. */
  connect?: (store: S, context: RemoteContext) => () => void
}

export interface SharedStore<S> {
  /** Registers `key` as a user of the store; the first one connects it. */
  open(key: unknown, context: RemoteContext): S
  /** Throws before the first `open`. */
  get(): S
  /** The last `close` disconnects the store. Unknown keys are ignored. */
  close(key: unknown): void
  isOpen(key: unknown): boolean
}

/** A remote's single store, connected while its page or any offer is mounted. */
export function shareStore<S>({ makeStore, connect }: StoreDefinition<S>): SharedStore<S> {
  const users = new Set<unknown>()
  let store: { made: S } | undefined
  let disconnect: (() => void) | undefined
  return {
    open(key, context) {
      store ??= { made: makeStore(context) }
      if (users.size === 0) disconnect = connect?.(store.made, context)
      users.add(key)
      return store.made
    },
    get() {
      if (!store) throw new Error("The remote's store is not ready: mount its page or an offer first.")
      return store.made
    },
    close(key) {
      if (!users.delete(key) || users.size > 0) return
      disconnect?.()
      disconnect = undefined
    },
    isOpen: (key) => users.has(key),
  }
}
