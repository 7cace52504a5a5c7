import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { parseAgain } from './parse-again.ts'

export interface Upgraded {
  socket: Socket
  head: Buffer
}

const offered = new WeakMap<IncomingMessage, Upgraded>()

/**
 * Requests for a WebSocket pass hooks and routes like all others, so that limits, origins and identities are checked in
 * one place. If no route calls `takeUpgrade`, the client gets a plain response and the connection closes. Other offers,
 * such as `h2c`, are ignored (RFC 9110, 7.8).
 */
export function routeUpgrades(app: App): void {
  app.server.on('upgrade', (raw: IncomingMessage, socket: Socket, head: Buffer) => {
    // Node has removed its own listener.
    const fail = () => void socket.destroy()
    socket.on('error', fail)
    const response = new ServerResponse(raw)
    try {
      response.assignSocket(socket)
    } catch {
      // Pipelined behind a request without a response yet; no client of ours does that.
      return void socket.destroy()
    }
    if (!isWebSocket(raw)) {
      response.detachSocket(socket)
      parseAgain(app.server, raw, { socket, head })
      // Node listens again; a connection may make thousands of offers.
      return void socket.off('error', fail)
    }
    response.shouldKeepAlive = false
    response.once('finish', () => socket.destroySoon())
    offered.set(raw, { socket, head })
    app.routing(raw, response)
  })
}

function isWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Whether a WebSocket is asked for. */
export function offersUpgrade({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return offered.has(raw)
}

/** Takes over the connection of an upgrade request; the reply must not be used afterwards. */
export function takeUpgrade({ raw }: FastifyRequest, reply: FastifyReply): Upgraded | undefined {
  const upgraded = offered.get(raw)
  if (upgraded === undefined) return undefined
  offered.delete(raw)
  reply.hijack()
  reply.raw.detachSocket(upgraded.socket)
  // Ends the request for in-flight counters.
  reply.raw.emit('close')
  return upgraded
}
