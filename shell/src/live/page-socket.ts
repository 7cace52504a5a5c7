import { filter, fromEvent, merge } from 'rxjs'
import { type LiveSocket, openSocket, type SocketParts } from './socket.ts'

/** The socket of this tab, which reconnects at once when the tab is looked at again or the network is back. */
export function openPageSocket(parts: Omit<SocketParts, 'origin' | 'returns$'>): LiveSocket {
  const returns$ = merge(
    fromEvent(window, 'online'),
    fromEvent(document, 'visibilitychange').pipe(filter(() => document.visibilityState === 'visible')),
  )
  return openSocket({ ...parts, origin: window.location.origin, returns$ })
}
