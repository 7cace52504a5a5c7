import type { LiveMessage } from '@aangan/contracts/sockets'
import type { RemoteContext } from '@aangan/web-kit/context'
import {
  concat,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  fromEvent,
  groupBy,
  interval,
  map,
  merge,
  mergeMap,
  Observable,
  of,
  retry,
  Subscription,
  switchMap,
  timer,
} from 'rxjs'
import { heard, heardRead, reconnected } from './state/incoming.ts'
import { awaySet, onlineSet, presenceSet, selectAway, typingSet } from './state/presence-slice.ts'
import { retryAll } from './state/sending.ts'
import { watchedIds } from './state/watched.ts'
import type { ChatStore } from './store.ts'

/** The other side tells it again every 3 s while somebody writes. */
const TYPING_MS = 5_000

/** So long without a connection is not worth a word. */
const AWAY_MS = 2_000

const RESEND_MS = 5_000

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 30_000

type Live = RemoteContext['live$']

/** Takes what comes over the socket into the store, and asks over it who is there. */
export function followLive(store: ChatStore, { live$, send }: Pick<RemoteContext, 'live$' | 'send'>): Subscription {
  const connected$ = live$.pipe(filter(({ type }) => type === 'connected'))
  const subscription = new Subscription()
  subscription.add(live$.subscribe((message) => hear(store, message)))
  subscription.add(followTyping(store, live$))
  subscription.add(followConnection(store, live$))
  subscription.add(followPeople(store, connected$, send))
  // A socket may outlive a moment without a network, in which a call failed; calls alone may fail, too.
  const again$ = interval(RESEND_MS).pipe(filter(() => !selectAway(store.getState())))
  subscription.add(merge(connected$, fromEvent(window, 'online'), again$).subscribe(() => store.dispatch(retryAll())))
  // Nothing is heard while no part of the chat is on the page, either.
  const missing$ = concat(of(null), connected$).pipe(switchMap(() => untilDone(() => store.dispatch(reconnected()))))
  subscription.add(missing$.subscribe())
  return subscription
}

function hear(store: ChatStore, message: LiveMessage): void {
  switch (message.type) {
    case 'getMessage':
      store.dispatch(typingSet({ chatId: message.data.chatId, isTyping: false }))
      void store.dispatch(heard(message.data))
      break
    case 'ownMessage':
      void store.dispatch(heard(message.data))
      break
    case 'read':
      void store.dispatch(heardRead(message.data))
      break
    case 'presence':
      store.dispatch(presenceSet(message.data))
  }
}

/** A socket notices late that the network has gone; that it is back is taken on trust until the socket says otherwise. */
function followConnection(store: ChatStore, live$: Live): Subscription {
  const socket$ = live$.pipe(
    filter(({ type }) => type === 'connected' || type === 'disconnected'),
    map(({ type }) => type === 'disconnected'),
  )
  const network$ = merge(fromEvent(window, 'offline'), fromEvent(window, 'online'))
  return merge(socket$, network$.pipe(map(({ type }) => type === 'offline')))
    .pipe(
      distinctUntilChanged(),
      switchMap((isAway) => timer(isAway ? AWAY_MS : 0).pipe(map(() => isAway))),
    )
    .subscribe((isAway) => store.dispatch(awaySet(isAway)))
}

/** Asks who of the people in the loaded chats is there: anew for other chats, and on another socket. */
function followPeople(store: ChatStore, connected$: Live, send: RemoteContext['send']): Subscription {
  const chatIds$ = new Observable<string[]>((subscriber) => {
    const tell = () => subscriber.next(watchedIds(store.getState()))
    tell()
    return store.subscribe(tell)
  })
  return concat(of(null), connected$)
    .pipe(
      switchMap(() => chatIds$.pipe(distinctUntilChanged((one, other) => one.join() === other.join()))),
      switchMap((chatIds) => (chatIds.length === 0 ? EMPTY : untilDone(() => send('watch', { chatIds })))),
    )
    .subscribe(({ online }) => store.dispatch(onlineSet(online)))
}

/** Asks again, later each time, until it does not reject. */
function untilDone<T>(ask: () => Promise<T>): Observable<T> {
  const delay = (_error: unknown, count: number) => timer(Math.min(FIRST_RETRY_MS * 2 ** (count - 1), LAST_RETRY_MS))
  return defer(ask).pipe(retry({ delay }))
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
