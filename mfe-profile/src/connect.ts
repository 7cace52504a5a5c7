import type { ProfilePosts } from '@aangan/contracts/posts'
import type { RemoteContext } from '@aangan/remote/context'
import { followChanges, followSession } from '@aangan/remote/follow'
import { api } from './api.ts'
import type { ProfileStore } from './store.ts'

/** Keeps the listings current, and clears everything when the user changes. */
export function connect(store: ProfileStore, context: RemoteContext): () => void {
  const ends = [
    followSession(store, context, () => store.dispatch(api.util.resetApiState())),
    followChanges(store, context, (change) => {
      // Neither changes a listing, and after signing out the lists would be refused.
      if (change.type === 'user.changed' || change.type === 'user.left') return
      // Before they are fetched again: until then "Remove" would save a removed home again.
      if (change.type === 'post.removed') takeOut(store, change.id, ['userPosts', 'savedPosts'])
      if (change.type === 'post.saved' && !change.isSaved) takeOut(store, change.id, ['savedPosts'])
      store.dispatch(api.util.invalidateTags(['Posts']))
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

function takeOut(store: ProfileStore, id: string, lists: (keyof ProfilePosts)[]): void {
  store.dispatch(
    api.util.updateQueryData('profilePosts', undefined, (posts) => {
      for (const list of lists) posts[list] = posts[list].filter((post) => post.id !== id)
    }),
  )
}
