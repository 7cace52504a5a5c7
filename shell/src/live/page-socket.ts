import { filter, fromEvent, merge } from 'rxjs'
import { type LiveSocket, openSocket, type SocketParts } from './socket.ts'

/** Reconnects immediately when the tab becomes visible or the network returns. */
export function openPageSocket(parts: Omit<SocketParts, 'origin' | 'returns$'>): LiveSocket {
  const returns$ = merge(
    fromEvent(window, 'online'),
    fromEvent(document, 'visibilitychange').pipe(filter(() => document.visibilityState === 'visible')),
  )
  return openSocket({ ...parts, origin: window.location.origin, returns$ })
}
