import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'

/** A client and the events it received. */
export interface Client {
  socket: Socket
  heard: { type: string; data: unknown }[]
  /** The data of all events of one type. */
  of<T = unknown>(type: string): T[]
  /** Number of connects. */
  connections: number
}

export type Options = Partial<ManagerOptions & SocketOptions>

/** A client as the specification has it, with shorter delays. Resolves once it is connected. */
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
