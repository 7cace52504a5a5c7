import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'

/** A client, and all that it has heard. */
export interface Client {
  socket: Socket
  heard: { type: string; data: unknown }[]
  /** What came of one kind. */
  of<T = unknown>(type: string): T[]
  /** How often it was connected. */
  connections: number
}

export type Options = Partial<ManagerOptions & SocketOptions>

/** A client of the specification, with its own short delays. It is connected once this resolves. */
export async function connectTo(url: string, options: Options = {}): Promise<Client> {
  const client = openClient(url, options)
  await new Promise<void>((resolve) => client.socket.once('connect', resolve))
  return client
}

export function openClient(url: string, options: Options = {}): Client {
  const socket = io(url, { forceNew: true, reconnectionDelay: 20, reconnectionDelayMax: 50, ...options })
  const heard: Client['heard'] = []
  const client: Client = {
    socket,
    heard,
    connections: 0,
    of: <T>(type: string) => heard.filter((one) => one.type === type).map(({ data }) => data as T),
  }
  socket.onAny((type: string, data: unknown) => heard.push({ type, data }))
  socket.on('connect', () => {
    client.connections += 1
  })
  return client
}
