import type { Socket } from 'node:net'
import { AppError } from '@aangan/service-kit/errors'
import type { Parts } from '@aangan/service-kit/parts'
import type { App } from '@aangan/service-kit/server'
import { routeUpgrades, takeUpgrade } from '@aangan/service-kit/upgrades'
import type { Server as Engine } from 'engine.io'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Gate } from './gate.ts'

const ONE_SESSION = 'sid must be a single, non-empty session id'
const NO_SCRIPT = 'JSONP is not supported: leave out the query parameter j'

/** Bytes a WebSocket may send per check, once a second: more than its largest packet. */
const MAX_BYTES = 131_072

export function addSocketRoute(app: App, engine: Engine, gate: Gate) {
  /** Bytes received at the last check. */
  const open = new Map<Socket, number>()
  routeUpgrades(app)

  function hand(request: FastifyRequest<{ Querystring: { sid?: unknown; j?: unknown } }>, reply: FastifyReply): void {
    const { sid, j } = request.query
    if (j !== undefined) throw new AppError('BAD_REQUEST', NO_SCRIPT)
    if (sid !== undefined && (typeof sid !== 'string' || sid === '')) throw new AppError('BAD_REQUEST', ONE_SESSION)
    if (sid === undefined) gate.admit(request)
    const upgraded = takeUpgrade(request, reply)
    if (upgraded === undefined) {
      reply.hijack()
      engine.handleRequest(request.raw, reply.raw)
      return
    }
    const { socket, head } = upgraded
    open.set(socket, socket.bytesRead)
    socket.once('close', () => open.delete(socket))
    engine.handleUpgrade(request.raw, socket, head)
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Engine.IO reads bodies itself.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.route({ method: ['GET', 'POST'], url: '/socket.io/', schema: { hide: true }, handler: hand })
  })
  return {
    /** Closes WebSockets over the byte limit. Call it every second. */
    closeFloods(log: Parts['log']): void {
      for (const [socket, before] of open) {
        const bytes = socket.bytesRead - before
        open.set(socket, socket.bytesRead)
        if (bytes <= MAX_BYTES) continue
        log.warn({ bytes }, 'socket closed: too many bytes per second')
        socket.destroy()
      }
    },
    /** Ends connections whose client has not closed them when told to. */
    end(): void {
      for (const socket of open.keys()) socket.destroySoon()
    },
  }
}
