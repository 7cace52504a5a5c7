import { randomBytes } from 'node:crypto'
import type { ClientEvents, ServerEvents } from '@aangan/contracts/sockets'
import type { Parts } from '@aangan/service-kit/parts'
import { Server as Engine } from 'engine.io'
import { type DefaultEventsMap, Server, type Socket } from 'socket.io'

type Sent = { [Type in keyof ServerEvents]: (data: ServerEvents[Type]) => void }

/** Whatever clients send: they are anybody's, so nothing of its shape is believed. */
type Received = { [Type in keyof ClientEvents]: (data: unknown, acknowledge: unknown) => void }

interface SocketData {
  /** Null for a visitor. */
  userId: string | null
  /** By chat that this socket watches, its other person. */
  watched: Record<string, string>
}

export type Io = Server<Received, Sent, DefaultEventsMap, SocketData>
export type IoSocket = Socket<Received, Sent, DefaultEventsMap, SocketData>

/** Of one packet, or of one POST of several: more than the longest message makes, which `sendMessage` carries. */
const PAYLOAD_BYTES = 65_536
const CONNECT_MS = 10_000

interface Opening {
  redisUrl: string | undefined
  log: Parts['log']
}

interface Opened {
  engine: Engine
  io: Io
  close(): Promise<void>
}

/** Opens Socket.IO without a server of its own. Ids begin with the node's name: by it the gateway finds the node again. */
export async function openIo(node: string, { redisUrl, log }: Opening): Promise<Opened> {
  const engine = new Engine({
    maxHttpBufferSize: PAYLOAD_BYTES,
    // Compression takes ten times the memory of a connection: 250 kB.
    perMessageDeflate: false,
    httpCompression: false,
  })
  engine.generateId = () => `${node}.${randomBytes(15).toString('base64url')}`
  // Loaded only where it is used: a site in one process starts without it.
  const redis = redisUrl === undefined ? undefined : (await import('./redis.ts')).openRedis(redisUrl, log)
  const io: Io = new Server({ connectTimeout: CONNECT_MS, ...(redis && { adapter: redis.adapter }) })
  io.bind(engine)
  return {
    engine,
    io,
    async close() {
      await io.close()
      redis?.close()
    },
  }
}

export const roomOf = {
  user: (id: string) => `user:${id}`,
  session: (hash: string) => `session:${hash}`,
  /** Whose presence its sockets want to hear of. */
  watchersOf: (userId: string) => `watchers:${userId}`,
  chat: (id: string) => `chat:${id}`,
}
