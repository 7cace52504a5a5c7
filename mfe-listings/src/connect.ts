import type { Change } from '@aangan/contracts/changes'
import type { RemoteContext } from '@aangan/web-kit/context'
import { followChanges, followSession } from '@aangan/web-kit/follow'
import { api } from './api.ts'
import { savedReset, savedSet } from './saved-slice.ts'
import type { ListingsStore } from './store.ts'

/** Keeps listings, and which of them are saved, as they are after what other remotes and tabs did. */
export function connect(store: ListingsStore, context: RemoteContext): () => void {
  const ends = [
    // First: the changes that were missed since are those of whoever is here now.
    followSession(store, context, () => {
      store.dispatch(savedReset())
      store.dispatch(api.util.invalidateTags(['Session']))
    }),
    followChanges(store, context, (change) => follow(store, change)),
  ]
  return () => {
    for (const end of ends) end()
  }
}

function follow(store: ListingsStore, change: Change): void {
  const { id } = change
  switch (change.type) {
    case 'post.saved':
      store.dispatch(savedSet({ id, isSaved: change.isSaved }))
      break
    case 'post.changed':
    case 'post.removed':
      // In every list it may have come or gone, or have changed its place.
      store.dispatch(api.util.invalidateTags([{ type: 'Post', id }, 'Posts']))
      break
    case 'user.changed':
      store.dispatch(api.util.invalidateTags([{ type: 'User', id }]))
  }
}
