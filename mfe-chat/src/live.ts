import type { LiveMessage } from '@aangan/contracts/sockets'
import type { RemoteContext } from '@aangan/remote/context'
import {
  concat,
  defer,
  distinct,
  distinctUntilChanged,
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
import { receiveLeaving, receiveMessage, receiveReadReceipt, reconnected } from './state/incoming.ts'
import { awaySet, onlineSet, presenceSet, selectAway, typingSet } from './state/presence-slice.ts'
import { markReadAgain } from './state/reading.ts'
import { retryAll } from './state/sending.ts'
import { watchedIds } from './state/watched.ts'
import type { ChatStore } from './store.ts'

/** The other client repeats `typing` every 3 s. */
const TYPING_MS = 5_000

/** Shorter disconnections are not shown. */
const AWAY_MS = 2_000

const RESEND_MS = 5_000

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 30_000

const NOBODY = { online: [] }

type Live = RemoteContext['live$']

/** Applies socket messages to the store and subscribes to presence. */
export function followLive(store: ChatStore, { live$, send }: Pick<RemoteContext, 'live$' | 'send'>): Subscription {
  const connected$ = live$.pipe(filter(({ type }) => type === 'connected'))
  const subscription = new Subscription()
  subscription.add(live$.subscribe((message) => hear(store, message)))
  subscription.add(followTyping(store, live$))
  subscription.add(followConnection(store, live$))
  subscription.add(followPeople(store, merge(connected$, firstOfEach(live$)), send))
  // A request can fail although the socket stays connected, so also retry when online, and periodically.
  const again$ = interval(RESEND_MS).pipe(filter(() => !selectAway(store.getState())))
  subscription.add(
    merge(connected$, fromEvent(window, 'online'), again$).subscribe(() => {
      store.dispatch(retryAll())
      store.dispatch(markReadAgain())
    }),
  )
  // On connect too: nothing was received while the chat was unmounted.
  const missing$ = concat(of(null), connected$).pipe(switchMap(() => untilDone(() => store.dispatch(reconnected()))))
  subscription.add(missing$.subscribe())
  return subscription
}

function hear(store: ChatStore, message: LiveMessage): void {
  switch (message.type) {
    case 'getMessage':
      store.dispatch(typingSet({ chatId: message.data.chatId, isTyping: false }))
      void store.dispatch(receiveMessage(message.data))
      break
    case 'ownMessage':
      void store.dispatch(receiveMessage(message.data))
      break
    case 'read':
      void store.dispatch(receiveReadReceipt(message.data))
      break
    case 'presence':
      store.dispatch(presenceSet(message.data))
      break
    case 'left':
      void store.dispatch(receiveLeaving(message.data))
  }
}

/** The socket notices a lost network late, so also listen to the browser; `online` counts as connected until the socket disagrees. */
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

/**
 * Watches the presence of the people in the loaded chats: again when these change, after a reconnect, and with the first
 * message of each, since only people who have written can be watched.
 */
function followPeople(store: ChatStore, again$: Observable<unknown>, send: RemoteContext['send']): Subscription {
  const chatIds$ = new Observable<string[]>((subscriber) => {
    const tell = () => subscriber.next(watchedIds(store.getState()))
    tell()
    return store.subscribe(tell)
  })
  return concat(of(null), again$)
    .pipe(
      switchMap(() => chatIds$.pipe(distinctUntilChanged((one, other) => one.join() === other.join()))),
      switchMap((chatIds) => (chatIds.length === 0 ? of(NOBODY) : untilDone(() => send('watch', { chatIds })))),
    )
    .subscribe(({ online }) => store.dispatch(onlineSet(online)))
}

/** The first message that is received in each chat. */
function firstOfEach(live$: Live): Observable<unknown> {
  return live$.pipe(
    map((message) => (message.type === 'getMessage' ? message.data.chatId : null)),
    filter((chatId) => chatId !== null),
    distinct(),
  )
}

/** Retries with exponential backoff until it resolves. */
function untilDone<T>(ask: () => Promise<T>): Observable<T> {
  const delay = (_error: unknown, count: number) => timer(Math.min(FIRST_RETRY_MS * 2 ** (count - 1), LAST_RETRY_MS))
  return defer(ask).pipe(retry({ delay }))
}

/** Per chat, until it is not repeated for a while. */
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
