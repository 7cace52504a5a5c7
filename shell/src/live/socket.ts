import type { LiveMessage, SendLive } from '@aangan/contracts/sockets'
import type { Observable } from 'rxjs'
import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client'

export interface SocketParts {
  origin: string
  userId: string
  hear: (message: LiveMessage) => void
  /** The session may have ended. */
  onRefused: () => void
  /** Emits when the server is probably reachable again. */
  returns$: Observable<unknown>
}

export interface LiveSocket {
  send: SendLive
  close(): void
}

const ACK_MS = 5_000

const OPTIONS: Partial<ManagerOptions & SocketOptions> = {
  // WebSocket first saves four requests; polling is the fallback for proxies that block it.
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  timeout: 20_000,
  // The server binds a connection to the user who is signed in when it opens.
  forceNew: true,
}

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

  /** Socket.IO does not reconnect after the server has closed or refused the connection. */
  function comeBackLater(): void {
    if (socket.active) return
    timer = setTimeout(() => socket.connect(), socket.io.reconnectionDelayMax())
    // May close this socket.
    onRefused()
  }

  function comeBack(): void {
    clearTimeout(timer)
    // Sending detects a dead connection, for example after sleep; the heartbeat would take half a minute.
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
      // Socket.IO would buffer the event and send it much later.
      if (!socket.connected) throw new Error('Cannot send: the socket is disconnected.')
      return await socket.timeout(ACK_MS).emitWithAck(type, data)
    },
    close() {
      clearTimeout(timer)
      returning.unsubscribe()
      socket.off().offAny()
      // Close the engine first: Chromium warns about a close frame on a connection that the server is closing too.
      socket.io.engine.close()
      socket.disconnect()
    },
  }
}
