import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'

/** A connection that no longer speaks HTTP, and what has come on it already. */
export interface Upgraded {
  socket: Socket
  head: Buffer
}

/** Those that a route may take. */
const offered = new WeakMap<IncomingMessage, Upgraded>()

/**
 * Sends requests that offer another protocol through hooks and routes like all others, so that limits, origins and
 * identities are checked in one place. A route takes the connection with `takeUpgrade`; where none does, the answer is that
 * of a plain request, after which the connection closes.
 */
export function routeUpgrades(app: App): void {
  app.server.on('upgrade', (raw: IncomingMessage, socket: Socket, head: Buffer) => {
    // Node has taken its own listener away.
    socket.on('error', () => socket.destroy())
    const response = new ServerResponse(raw)
    response.shouldKeepAlive = false
    try {
      response.assignSocket(socket)
    } catch {
      // Pipelined behind a request whose answer is not out yet, as no client of ours does it.
      return void socket.destroy()
    }
    response.once('finish', () => socket.destroySoon())
    offered.set(raw, { socket, head })
    app.routing(raw, response)
  })
}

export function offersUpgrade({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return offered.has(raw)
}

/** Takes the connection of a request that offers another protocol; from then on the reply is nobody's. */
export function takeUpgrade({ raw }: FastifyRequest, reply: FastifyReply): Upgraded | undefined {
  const upgraded = offered.get(raw)
  if (upgraded === undefined) return undefined
  offered.delete(raw)
  reply.hijack()
  reply.raw.detachSocket(upgraded.socket)
  // For whoever counts the requests under way, this one has ended.
  reply.raw.emit('close')
  return upgraded
}
