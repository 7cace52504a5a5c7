import type { Parts } from '@aangan/service-kit/parts'
import type { Socket as Connection, Server as Engine } from 'engine.io'

/** Packets a second per connection; a page sends one now and then. */
const PER_SECOND = 30
/** Outgoing data buffered for a slow client. After reconnecting it fetches what it missed. */
const WAITING_BYTES = 1_048_576
const WAITING_PACKETS = 1_000
/**
 * How long a client may take for its close frame, when the connection no longer counts towards our limits, or to come
 * back for the end of its poll: Engine.IO would wait 30 s, and so would a process that stops.
 */
const CLOSING_MS = 1_000

/** Internals that Engine.IO does not declare: packets not yet sent, a WebSocket's own buffer, a poll's last wait. */
interface Outgoing {
  writeBuffer: { data?: { length: number } }[]
  transport: { socket?: { bufferedAmount?: number; terminate?(): void }; closeTimeout?: number }
}

/** Covers all connections, including those that never join Socket.IO. */
export function guardConnections(engine: Engine, log: Parts['log']): { closeSlow(): void } {
  const open = new Set<Connection>()

  engine.on('connection', (connection: Connection) => {
    open.add(connection)
    connection.once('close', () => {
      open.delete(connection)
      setTimeout(end, CLOSING_MS, connection).unref()
    })
    const { transport } = connection as unknown as Outgoing
    transport.closeTimeout = CLOSING_MS
    limitPackets(connection, log)
  })
  return {
    closeSlow() {
      for (const connection of open) {
        const { bytes, packets } = waitingFor(connection)
        if (bytes <= WAITING_BYTES && packets <= WAITING_PACKETS) continue
        log.warn({ bytes, packets }, 'socket closed: the client reads too slowly')
        end(connection)
      }
    },
  }
}

function limitPackets(connection: Connection, log: Parts['log']): void {
  let since = 0
  let count = 0
  connection.on('packet', () => {
    const now = performance.now()
    if (now - since >= 1_000) [since, count] = [now, 0]
    count += 1
    if (count <= PER_SECOND) return
    log.warn({ address: connection.request.headers['x-forwarded-for'] }, 'socket closed: too many packets per second')
    end(connection)
  })
}

function waitingFor(connection: Connection): { bytes: number; packets: number } {
  const { writeBuffer, transport } = connection as unknown as Outgoing
  const waiting = writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), 0)
  return { bytes: waiting + (transport.socket?.bufferedAmount ?? 0), packets: writeBuffer.length }
}

function end(connection: Connection): void {
  connection.close(true)
  // A WebSocket would wait for the client's close frame, which arrives after all unread data, or never.
  const { transport } = connection as unknown as Outgoing
  transport.socket?.terminate?.()
}
