import type { RemoteContext } from '@aangan/web-kit/context'
import { followChanges } from '@aangan/web-kit/follow'
import { api } from './api.ts'
import type { StaticStore } from './store.ts'

/** Keeps what the start page and the agents show current. None of it depends on who is signed in. */
export function connect(store: StaticStore, context: RemoteContext): () => void {
  return followChanges(store, context, ({ type }) => {
    // Agents say how many homes they have listed.
    if (type === 'post.changed' || type === 'post.removed') store.dispatch(api.util.invalidateTags(['Post', 'User']))
    if (type === 'user.changed') store.dispatch(api.util.invalidateTags(['User']))
  })
}
