import type { RemoteContext } from './context.tsx'

export interface StoreDefinition<S> {
  /** Called once for as long as the page lives: coming back to the remote finds what was loaded before. */
  makeStore: (context: RemoteContext) => S
  /** Subscribes the store to what happens elsewhere. Returns what ends every subscription. */
  connect?: (store: S, context: RemoteContext) => () => void
}

export interface SharedStore<S> {
  /** Takes the store for what is mounted under `key`; the first to take it connects it. */
  open(key: unknown, context: RemoteContext): S
  /** The store, once it has been taken. */
  get(): S
  /** Gives it back; the last to do so disconnects it. Nothing happens for a key that has not taken it. */
  close(key: unknown): void
  isOpen(key: unknown): boolean
}

/** The one store of a remote, shared by its page and everything that it offers, connected while any of them is mounted. */
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
      if (!store) throw new Error('The store of a remote was asked for before anything of it was mounted.')
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
