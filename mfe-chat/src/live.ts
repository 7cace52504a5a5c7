import type { RemoteContext } from '@aangan/web-kit/context'
import { concat, filter, groupBy, map, mergeMap, of, type Subscription, switchMap, timer } from 'rxjs'
import { heard, heardRead, reconnected } from './state/incoming.ts'
import { presenceSet, typingSet } from './state/presence-slice.ts'
import { retryAll } from './state/sending.ts'
import type { ChatStore } from './store.ts'

/** The other side tells it again every 3 s while somebody writes. */
const TYPING_MS = 5_000

type Live = RemoteContext['live$']

/** Takes what comes over the socket into the store. */
export function followLive(store: ChatStore, live$: Live, onConnected: () => void): Subscription {
  const subscription = live$.subscribe((message) => {
    switch (message.type) {
      case 'getMessage':
        store.dispatch(typingSet({ chatId: message.data.chatId, isTyping: false }))
        void store.dispatch(heard(message.data))
        break
      case 'ownMessage':
        void store.dispatch(heard(message.data))
        break
      case 'read':
        store.dispatch(heardRead(message.data))
        break
      case 'presence':
        store.dispatch(presenceSet(message.data))
        break
      case 'connected':
        onConnected()
        store.dispatch(reconnected())
        store.dispatch(retryAll())
    }
  })
  subscription.add(followTyping(store, live$))
  return subscription
}

/** In each chat until nobody has said it again for a while, or the message is there. */
function followTyping(store: ChatStore, live$: Live): Subscription {
  return live$
    .pipe(
      map((message) => (message.type === 'typing' ? message.data : null)),
      filter((typing) => typing !== null),
      groupBy(({ chatId }) => chatId),
      mergeMap((typing$) =>
        typing$.pipe(
          switchMap(({ chatId }) =>
            concat(of({ chatId, isTyping: true }), timer(TYPING_MS).pipe(map(() => ({ chatId, isTyping: false })))),
          ),
        ),
      ),
    )
    .subscribe((typing) => store.dispatch(typingSet(typing)))
}
