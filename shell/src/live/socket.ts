import type { LiveMessage, SendLive } from '@aangan/contracts/sockets'
import type { Observable } from 'rxjs'
import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client'

export interface SocketParts {
  origin: string
  userId: string
  hear: (message: LiveMessage) => void
  /** The session may be over. */
  onRefused: () => void
  /** Emits when there is reason to believe that the server can be reached again. */
  returns$: Observable<unknown>
}

export interface LiveSocket {
  send: SendLive
  close(): void
}

const ACK_MS = 5_000

const OPTIONS: Partial<ManagerOptions & SocketOptions> = {
  // One request instead of five; polling where a proxy on the way lets no WebSocket through.
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  timeout: 20_000,
  // A connection is that of the person who is signed in when it is made.
  forceNew: true,
}

/** `options` are for tests. */
export function openSocket(
  { origin, userId, hear, onRefused, returns$ }: SocketParts,
  options: Partial<ManagerOptions> = {},
): LiveSocket {
  const socket = io(origin, { ...OPTIONS, ...options })
  let timer: ReturnType<typeof setTimeout> | undefined
  const greet = () => socket.emit('newUser', userId)

  function goneAway(): void {
    hear({ type: 'disconnected', data: null })
    comeBackLater()
  }

  /** Socket.IO does not reconnect where the server ended or refused it. */
  function comeBackLater(): void {
    if (socket.active) return
    timer = setTimeout(() => socket.connect(), socket.io.reconnectionDelayMax())
    // May close this socket.
    onRefused()
  }

  function comeBack(): void {
    clearTimeout(timer)
    // Sending notices a connection that has missed its heartbeat, as after a sleep: a timer would take half a minute.
    if (socket.connected) greet()
    else socket.disconnect().connect()
  }

  socket.on('connect', () => {
    greet()
    hear({ type: 'connected', data: null })
  })
  socket.on('disconnect', goneAway)
  socket.on('connect_error', goneAway)
  socket.onAny((type, data) => hear({ type, data } as LiveMessage))
  const returning = returns$.subscribe(comeBack)

  return {
    async send(type, data) {
      // Socket.IO would keep it, and send it when nobody wants it any more.
      if (!socket.connected) throw new Error('The socket is away.')
      return await socket.timeout(ACK_MS).emitWithAck(type, data)
    },
    close() {
      clearTimeout(timer)
      returning.unsubscribe()
      socket.off().offAny()
      // First: Chromium warns of a goodbye on a connection that the server is closing, as it does at the end of a session.
      socket.io.engine.close()
      socket.disconnect()
    },
  }
}
