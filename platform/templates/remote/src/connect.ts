import type { RemoteContext } from '@aangan/remote/context'
import { followChanges } from '@aangan/remote/follow'
import { api } from './api.ts'
import type { __Name__Store } from './store.ts'

/** Refetches what other remotes changed. Returns a function that unsubscribes. */
export function connect(store: __Name__Store, context: RemoteContext): () => void {
  return followChanges(store, context, ({ type }) => {
    if (type === 'post.changed' || type === 'post.removed') store.dispatch(api.util.invalidateTags(['Post']))
  })
}
