import type { RemoteContext } from '@aangan/remote/context'
import { followChanges } from '@aangan/remote/follow'
import { api } from './api.ts'
import type { StaticStore } from './store.ts'

/** Keeps the listings and agents current. Nothing here depends on the user. */
export function connect(store: StaticStore, context: RemoteContext): () => void {
  return followChanges(store, context, ({ type }) => {
    // Agents show their number of listings.
    if (type === 'post.changed' || type === 'post.removed') store.dispatch(api.util.invalidateTags(['Post', 'User']))
    if (type === 'user.changed') store.dispatch(api.util.invalidateTags(['User']))
  })
}
