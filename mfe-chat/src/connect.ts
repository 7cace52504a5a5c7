import type { RemoteContext } from '@aangan/web-kit/context'
import { followSession } from '@aangan/web-kit/follow'
import { followLive } from './live.ts'
import { api } from './state/api.ts'
import { presenceReset } from './state/presence-slice.ts'
import { keepWriting } from './state/stored.ts'
import { restored } from './state/writing-slice.ts'
import type { ChatStore } from './store.ts'

/** Keeps the chats as they are on the server, and forgets all of them once somebody else is there. */
export function connect(store: ChatStore, context: RemoteContext): () => void {
  const endSession = followSession(store, context, () => {
    store.dispatch(api.util.resetApiState())
    store.dispatch(presenceReset())
    store.dispatch(restored({}))
  })
  const endWriting = keepWriting(store, context)
  const live = followLive(store, context)
  return () => {
    endSession()
    endWriting()
    live.unsubscribe()
    // Nobody says any more when it ends.
    store.dispatch(presenceReset())
  }
}
