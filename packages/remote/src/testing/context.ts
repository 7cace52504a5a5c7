import type { AnnouncedChange } from '@aangan/contracts/remotes'
import type { ClientEvents, LiveMessage } from '@aangan/contracts/sockets'
import type { Session } from '@aangan/contracts/users'
import { BehaviorSubject, filter, ReplaySubject, Subject } from 'rxjs'
import type { RemoteContext } from '../context.tsx'

/** A fake shell; `asked` records the remote's calls to it. */
export function openTestContext(session: Session = { status: 'visitor' }, unread = 0) {
  const session$ = new BehaviorSubject(session)
  const live$ = new Subject<LiveMessage>()
  const changes$ = new ReplaySubject<AnnouncedChange>()
  const count$ = new BehaviorSubject(unread)
  const asked: string[] = []
  const sent: { type: string; data: unknown }[] = []
  const answers: { [Type in keyof ClientEvents]?: ClientEvents[Type]['ack'] } = { watch: { online: [] } }
  const reading: string[] = []
  const offers: { slot: string; element: HTMLElement; props: object }[] = []
  let position = 0
  const context: RemoteContext = {
    basePath: '',
    session: {
      get current() {
        return session$.value
      },
      changes$: session$.asObservable(),
      refresh: async () => {
        asked.push('refresh')
        return session$.value
      },
      signIn: (reason) => void asked.push(reason ?? 'sign in'),
    },
    live$: live$.asObservable(),
    send: async (type, data) => {
      sent.push({ type, data })
      return answers[type] as never
    },
    changes: {
      announce: (change) => {
        position += 1
        changes$.next({ position, change })
      },
      after: (known) => changes$.pipe(filter((announced) => announced.position > known)),
    },
    unread: {
      get count() {
        return count$.value
      },
      count$: count$.asObservable(),
      lower: (by = 1) => count$.next(Math.max(0, count$.value - by)),
      reading: (chatId) => {
        reading.push(chatId)
        return () => void reading.splice(reading.indexOf(chatId), 1)
      },
      read: (chatId) => {
        asked.push(`read ${chatId}`)
        count$.next(Math.max(0, count$.value - 1))
      },
      reset: () => count$.next(0),
      refresh: async () => void asked.push('refresh unread'),
    },
    navigate: (to) => void asked.push(to),
    report: (error) => {
      throw error
    },
    mount: (slot, element, props) => {
      const offer = { slot, element, props }
      offers.push(offer)
      return {
        update: (next) => void Object.assign(offer, { props: next }),
        unmount: async () => void offers.splice(offers.indexOf(offer), 1),
      }
    },
  }
  const streams = [session$, live$, changes$, count$]
  return {
    context,
    asked,
    /** Ids of the chats whose newest message is being read. */
    reading,
    /** `sent` records socket messages; `answers` are their acknowledgements. */
    sent,
    answers,
    /** Currently mounted offers with their latest props. */
    offers,
    /** Emits a message as if it came over the socket. */
    hear: (message: LiveMessage) => live$.next(message),
    /** Replaces the session. */
    become: (now: Session) => session$.next(now),
    countUnread: (count: number) => count$.next(count),
    /** Whether any subscription to the shell is still open. */
    isHeard: () => streams.some((stream) => stream.observed),
  }
}
