import type { Change } from '@aangan/contracts/changes'
import type { RemoteContext } from '@aangan/remote/context'
import { followChanges, followSession } from '@aangan/remote/follow'
import { api } from './shared/api.ts'
import { homeWanted, savedReset, savedSet, selectHomeWanted } from './shared/saved-slice.ts'
import { wishSaved } from './shared/saving-api.ts'
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
    followWanted(store, context),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Saves what a visitor wanted to save, once they have signed in. */
function followWanted(store: ListingsStore, { session, report }: RemoteContext): () => void {
  // They came back without signing in: drop the pending save, since somebody else may sign in next.
  if (session.current.status === 'visitor') store.dispatch(homeWanted(null))
  const subscription = session.changes$.subscribe(({ status }) => {
    const id = selectHomeWanted(store.getState())
    if (status !== 'user' || id === null) return
    store.dispatch(homeWanted(null))
    store.dispatch(wishSaved(id, true)).catch(report)
  })
  return () => subscription.unsubscribe()
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
    case 'user.left':
      // Also what the person alone could see, and what they were about to save.
      store.dispatch(api.util.resetApiState())
      store.dispatch(homeWanted(null))
      break
    case 'user.changed':
      store.dispatch(api.util.invalidateTags([{ type: 'User', id }]))
  }
}
