import type { IncomingHttpHeaders } from 'node:http'
import { SERVICES } from '@aangan/contracts/services'
import type { Bus } from '@aangan/service-kit/bus/bus'
import { handleError } from '@aangan/service-kit/error-handler'
import { addGauges } from '@aangan/service-kit/metrics'
import type { Parts } from '@aangan/service-kit/parts'
import type { App } from '@aangan/service-kit/server'
import { offersUpgrade, routeUpgrades } from '@aangan/service-kit/upgrades'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { passBodies } from '../body-limit.ts'
import { answerHeaders } from '../forwarded-headers.ts'
import { proxyRequest } from '../passing.ts'
import { createTurns } from '../turns.ts'
import type { UnreadOfService } from '../unread.ts'
import { followNodes, type Node, type Nodes } from './nodes.ts'
import { noNode } from './pipes.ts'

/** One POST may carry several packets; the node has the same limit. */
const BODY_LIMIT = 65_536

const PATIENCE_MS = 10_000

/** The response of Engine.IO: its clients then start a new session. */
const UNKNOWN_SESSION = { code: 1, message: 'Session ID unknown' }

interface Passing {
  bus: Bus
  metrics: Parts['metrics']
  log: Parts['log']
  policy: string
  unread: UnreadOfService
}

/** Forwards Socket.IO clients to realtime: an existing session to its node, a new one to the least loaded. Close the nodes it returns. */
export async function passSockets(app: App, { bus, log, metrics, policy, unread }: Passing): Promise<Nodes> {
  const nodes = await followNodes(bus, log)
  const help = 'Realtime nodes that accept new sockets from this gateway'
  addGauges(metrics, { gateway_realtime_nodes: { help, figure: nodes.open } })
  routeUpgrades(app)
  const turn = createTurns({ knownAs: SERVICES.chats.knownAs, patienceMs: PATIENCE_MS })

  function begin(_request: FastifyRequest, reply: FastifyReply, status: number, headers: IncomingHttpHeaders): boolean {
    reply.code(status).headers(answerHeaders(headers, policy))
    // Compression would buffer data that has to arrive at once.
    reply.header('cache-control', 'no-store, no-transform')
    return true
  }

  async function pass(request: FastifyRequest, reply: FastifyReply, { upstream, pipes }: Node): Promise<FastifyReply> {
    if (offersUpgrade(request)) {
      const refused = await pipes.connect(request, reply)
      if (refused === null) return reply
      begin(request, reply, refused.statusCode ?? 502, refused.headers)
      return reply.send(refused)
    }
    const start = (done?: () => void) =>
      proxyRequest(request, reply, { pool: upstream.pool, name: 'chats', to: 'realtime', unread, begin, done })
    if (isPoll(request)) start()
    else await turn(request, start)
    return reply
  }

  app.register(async (scope) => {
    passBodies(scope, { bodyLimit: BODY_LIMIT, uploads: null })
    scope.setErrorHandler(handleError)
    scope.route<{ Querystring: { sid?: unknown } }>({
      method: ['GET', 'POST'],
      url: '/socket.io/',
      schema: { hide: true },
      async handler(request, reply) {
        const { sid } = request.query
        const node =
          sid === undefined ? await nodes.choose() : typeof sid === 'string' ? await nodes.find(sid) : undefined
        if (node) return await pass(request as FastifyRequest, reply as FastifyReply, node)
        if (sid === undefined) throw noNode()
        return reply.code(400).send(UNKNOWN_SESSION)
      },
    })
  })
  return nodes
}

/** It waits for news, so it takes no turn. */
function isPoll({ method, query }: FastifyRequest): boolean {
  return method === 'GET' && Object(query).sid !== undefined
}
