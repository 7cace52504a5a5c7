import { request as ask, type ClientRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { SERVICES } from '@aangan/contracts/services'
import { AppError } from '@aangan/service-kit/errors'
import { takeUpgrade } from '@aangan/service-kit/upgrades'
import { upstreamAddress } from '@aangan/service-kit/upstream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestHeaders } from '../forwarded-headers.ts'

const TIMEOUT_MS = 5_000

export interface Pipes {
  /** Resolves with null once the client is upgraded, or with the node's refusal. Rejects with UNAVAILABLE. */
  connect(request: FastifyRequest, reply: FastifyReply): Promise<IncomingMessage | null>
  size(): number
  /** The clients' ends that are open. */
  clients(): Socket[]
  /** Closes all of them; clients reconnect to another node. */
  cut(): void
}

/** `onLost` is called when the node's end of a pipe closes first. */
export function createPipes(address: string, onLost: () => void): Pipes {
  const { origin, ...target } = upstreamAddress(address)
  const ends = new Set<Socket>()
  const clients = new Set<Socket>()
  const asked = new Set<ClientRequest>()

  function join(client: Socket, node: Socket): void {
    for (const end of [client, node]) {
      ends.add(end)
      end.setNoDelay(true)
      end.once('close', () => ends.delete(end))
    }
    clients.add(client)
    client.once('close', () => clients.delete(client))
    node.on('error', () => client.destroy())
    client.once('close', () => node.destroy())
    node.once('close', () => {
      if (!client.destroyed) onLost()
      client.destroySoon()
      // The client may have stopped reading.
      const timer = setTimeout(() => client.destroy(), TIMEOUT_MS).unref()
      client.once('close', () => clearTimeout(timer))
    })
    client.pipe(node)
    node.pipe(client)
  }

  return {
    async connect(request, reply) {
      if (request.raw.socket.destroyed) throw noNode()
      const asking = ask(origin, { ...target, path: request.url, headers: headersOf(request), agent: false })
      asked.add(asking)
      const answer = await answerOf(asking, request.raw.socket).finally(() => asked.delete(asking))
      if (!('node' in answer)) return answer
      const client = takeUpgrade(request, reply)
      if (client === undefined) throw new Error('the node upgraded a request that offers no upgrade')
      client.socket.write(headOf(answer.response))
      client.socket.write(answer.head)
      answer.node.write(client.head)
      join(client.socket, answer.node)
      return null
    },
    size: () => clients.size,
    clients: () => [...clients].filter(({ writable }) => writable),
    cut() {
      for (const end of ends) end.destroy()
      for (const asking of asked) asking.destroy(new Error('the node has gone silent'))
    },
  }
}

type Switched = { response: IncomingMessage; node: Socket; head: Buffer }

function answerOf(asking: ClientRequest, client: Socket): Promise<IncomingMessage | Switched> {
  const leave = () => asking.destroy(new Error('the client disconnected'))
  client.once('close', leave)
  asking.setTimeout(TIMEOUT_MS, () => asking.destroy(new Error(`the node did not answer in ${TIMEOUT_MS} ms`)))
  return new Promise<IncomingMessage | Switched>((resolve, reject) => {
    asking.on('response', resolve)
    asking.on('upgrade', (response, node, head) => resolve({ response, node, head }))
    asking.on('error', (cause) => reject(noNode({ cause })))
    asking.end()
  }).finally(() => {
    client.off('close', leave)
    asking.setTimeout(0)
  })
}

export function noNode(options?: ErrorOptions): AppError {
  const message = `${SERVICES.chats.knownAs} are not available right now. Try again in a moment.`
  return new AppError('UNAVAILABLE', message, options)
}

function headersOf(request: FastifyRequest) {
  return { ...requestHeaders(request, 'realtime'), connection: 'Upgrade', upgrade: 'websocket' }
}

function headOf({ rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? `${name}: ${rawHeaders[index + 1]}\r\n` : []))
  return `HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`
}
