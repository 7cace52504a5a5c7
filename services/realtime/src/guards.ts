import type { Parts } from '@aangan/service-kit/parts'
import type { Socket as Connection, Server as Engine } from 'engine.io'
import type { Io } from './io.ts'

/** Messages a second of one connection; a page sends one now and then. */
const PER_SECOND = 30
/** What may wait for a client that reads slowly. It asks for what it missed once it is back. */
const WAITING_BYTES = 1_048_576
const WAITING_PACKETS = 1_000

/** What Engine.IO does not declare of a connection: packets not handed to the transport, and a WebSocket's own buffer. */
interface Outgoing {
  writeBuffer: { data?: { length: number } }[]
  transport: { socket?: { bufferedAmount?: number; terminate?(): void } }
}

/** Closes connections that send more messages than any page does. */
export function limitMessages(engine: Engine, log: Parts['log']): void {
  engine.on('connection', (connection: Connection) => {
    let since = 0
    let count = 0
    connection.on('packet', ({ type }: { type: string }) => {
      if (type !== 'message') return
      const now = Date.now()
      if (now - since >= 1_000) [since, count] = [now, 0]
      count += 1
      if (count <= PER_SECOND) return
      log.warn({ address: connection.request.headers['x-forwarded-for'] }, 'closed: too many messages a second')
      connection.close(true)
    })
  })
}

/** Closes connections whose client reads so slowly that what waits for it would fill the memory. */
export function closeSlow(io: Io, log: Parts['log']): void {
  for (const { id, conn } of io.of('/').sockets.values()) {
    const { writeBuffer, transport } = conn as unknown as Outgoing
    const waiting = writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), 0)
    const bytes = waiting + (transport.socket?.bufferedAmount ?? 0)
    if (bytes <= WAITING_BYTES && writeBuffer.length <= WAITING_PACKETS) continue
    log.warn({ socket: id, bytes, packets: writeBuffer.length }, 'closed: its client reads too slowly')
    conn.close(true)
    // A WebSocket would wait for its client's part of closing, which comes after all that it does not read.
    transport.socket?.terminate?.()
  }
}
