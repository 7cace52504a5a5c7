import type { RemoteContext } from '@aangan/web-kit/context'
import { followChanges, followSession } from '@aangan/web-kit/follow'
import { api } from './api.ts'
import type { ProfileStore } from './store.ts'

/** Keeps the listings current, and clears everything when the user changes. */
export function connect(store: ProfileStore, context: RemoteContext): () => void {
  const ends = [
    followSession(store, context, () => store.dispatch(api.util.resetApiState())),
    followChanges(store, context, ({ type }) => {
      if (type !== 'user.changed') store.dispatch(api.util.invalidateTags(['Posts']))
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
