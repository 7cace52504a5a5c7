import { randomBytes } from 'node:crypto'
import type { ClientEvents, ServerEvents } from '@aangan/contracts/sockets'
import type { Parts } from '@aangan/service-kit/parts'
import { Server as Engine } from 'engine.io'
import { Server, type Socket } from 'socket.io'

type Sent = { [Type in keyof ServerEvents]: (data: ServerEvents[Type]) => void }

/** Client input, so its shape is not trusted. */
type Received = { [Type in keyof ClientEvents]: (data: unknown, acknowledge: unknown) => void }

/** What a node tells the others about its users; that it lives, if nothing else. */
export interface PresenceNews {
  node: string
  came?: string
  went?: string
  all?: string[]
}

interface Shared {
  presence: (news: PresenceNews) => void
}

interface SocketData {
  /** Null for a visitor. */
  userId: string | null
  /** The chats it last wanted to watch, also those that it may not. */
  asked: string[]
  /** The other person by watched chat. */
  watched: Record<string, string>
  /** Chats in which somebody was blocked while chats is asked what may be watched: its answer may be older. */
  blocked: Set<string> | null
}

export type Io = Server<Received, Sent, Shared, SocketData>
export type IoSocket = Socket<Received, Sent, Shared, SocketData>

/** Per packet, or per POST with several. The longest message, carried by `sendMessage`, is smaller. */
const PAYLOAD_BYTES = 65_536
const CONNECT_MS = 10_000

interface Opening {
  redisUrl: string | undefined
  log: Parts['log']
}

interface Opened {
  engine: Engine
  io: Io
  /** Whether other nodes hear it. */
  isShared: boolean
  close(): Promise<void>
}

/** Has no HTTP server of its own. Session ids begin with the node's name, by which the gateway routes them. */
export async function openIo(node: string, { redisUrl, log }: Opening): Promise<Opened> {
  const engine = new Engine({
    maxHttpBufferSize: PAYLOAD_BYTES,
    // Compression would cost 250 kB per connection, ten times as much memory.
    perMessageDeflate: false,
    httpCompression: false,
  })
  engine.generateId = () => `${node}.${randomBytes(15).toString('base64url')}`
  // Loaded on demand: a single-process site starts faster without it.
  const redis = redisUrl === undefined ? undefined : (await import('./redis.ts')).openRedis(redisUrl, log)
  const io: Io = new Server({ connectTimeout: CONNECT_MS, ...(redis && { adapter: redis.adapter }) })
  io.bind(engine)
  return {
    engine,
    io,
    isShared: redis !== undefined,
    async close() {
      await io.close()
      redis?.close()
    },
  }
}

export const roomOf = {
  user: (id: string) => `user:${id}`,
  session: (hash: string) => `session:${hash}`,
  /** Sockets that subscribed to the user's presence. */
  watchersOf: (userId: string) => `watchers:${userId}`,
  chat: (id: string) => `chat:${id}`,
}
