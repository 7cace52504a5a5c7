import type { RemoteContext } from '@aangan/remote/context'
import { followChanges, followSession } from '@aangan/remote/follow'
import { followLive } from './live.ts'
import { api } from './state/api.ts'
import { presenceReset } from './state/presence-slice.ts'
import { readingReset } from './state/reading-slice.ts'
import { keepWriting } from './state/stored.ts'
import { restored } from './state/writing-slice.ts'
import type { ChatStore } from './store.ts'

/** Syncs the chats with the server, and clears them when the user changes. */
export function connect(store: ChatStore, context: RemoteContext): () => void {
  const endSession = followSession(store, context, () => {
    store.dispatch(api.util.resetApiState())
    store.dispatch(presenceReset())
    store.dispatch(readingReset())
    store.dispatch(restored({}))
  })
  const endWriting = keepWriting(store, context)
  const endLeaving = followChanges(store, context, ({ type, id }) => {
    if (type === 'post.changed' || type === 'post.removed') {
      store.dispatch(api.util.invalidateTags([{ type: 'Post', id }]))
    }
  })
  const live = followLive(store, context)
  return () => {
    endSession()
    endWriting()
    endLeaving()
    live.unsubscribe()
    // While disconnected, no event would reset it.
    store.dispatch(presenceReset())
  }
}
