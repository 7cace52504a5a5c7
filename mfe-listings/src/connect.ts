import type { Change } from '@aangan/contracts/changes'
import type { RemoteContext } from '@aangan/web-kit/context'
import { followChanges, followSession } from '@aangan/web-kit/follow'
import { api } from './shared/api.ts'
import { savedReset, savedSet } from './shared/saved-slice.ts'
import type { ListingsStore } from './store.ts'

/** Applies the changes that other remotes and tabs announce. */
export function connect(store: ListingsStore, context: RemoteContext): () => void {
  const ends = [
    // Reset first: missed changes belong to the current user.
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
      // It may have moved into, out of or within any list.
      store.dispatch(api.util.invalidateTags([{ type: 'Post', id }, 'Posts']))
      break
    case 'user.changed':
      store.dispatch(api.util.invalidateTags([{ type: 'User', id }]))
  }
}
