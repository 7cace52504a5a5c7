import type { Socket } from 'node:net'
import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import { routeUpgrades, takeUpgrade } from '@aangan/service-kit/upgrades'
import type { Server as Engine } from 'engine.io'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Gate } from './gate.ts'

const ONE_SESSION = 'A session has one id'

/** Hands what clients of Socket.IO ask for to it: long polls, and connections that become WebSockets. */
export function addSocketRoute(app: App, engine: Engine, gate: Gate) {
  const open = new Set<Socket>()
  routeUpgrades(app)

  function hand(request: FastifyRequest<{ Querystring: { sid?: unknown } }>, reply: FastifyReply): void {
    const { sid } = request.query
    if (sid !== undefined && (typeof sid !== 'string' || sid === '')) throw new AppError('BAD_REQUEST', ONE_SESSION)
    if (sid === undefined) gate.admit(request)
    const upgraded = takeUpgrade(request, reply)
    if (upgraded === undefined) {
      reply.hijack()
      engine.handleRequest(request.raw, reply.raw)
      return
    }
    const { socket, head } = upgraded
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    engine.handleUpgrade(request.raw, socket, head)
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Socket.IO reads bodies itself.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.route({ method: ['GET', 'POST'], url: '/socket.io/', schema: { hide: true }, handler: hand })
  })
  return {
    /** Ends connections whose client does not: they have been told to close. */
    end(): void {
      for (const socket of open) socket.destroySoon()
    },
  }
}
