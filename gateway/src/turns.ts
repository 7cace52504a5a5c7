import { SERVICES, type ServiceName } from '@aangan/contracts/services'
import type { Client } from '@aangan/service-kit/client'
import { createFairQueue } from '@aangan/service-kit/fair-queue'
import { rateLimitKey } from '@aangan/service-kit/rate-limit-key'
import type { FastifyRequest } from 'fastify'
import { CONNECTIONS } from './upstreams.ts'

/** A page makes about as many calls of one service, and twice as many take a service no less time. */
const AT_ONCE_EACH = Number(process.env.EACH ?? 8)
/** With bodies of up to 1 MB. */
const WAITING = 1_000

/** Starts to pass a request on; `done` ends its turn, and may be called repeatedly. */
type Start = (done: () => void) => void
type Turns = (request: FastifyRequest, start: Start) => Promise<void>

/** What a service does at a time for one address: the requests of the others find it nearly idle (decision 040). */
export function createTurns(name: ServiceName, patienceMs: number): Turns {
  const busy = `${SERVICES[name].knownAs} are taking too long. Try again in a moment.`
  const turn = createFairQueue({
    atOnce: CONNECTIONS,
    atOnceEach: AT_ONCE_EACH,
    waiting: WAITING,
    patienceMs,
    busy,
  })
  return (request, start) => turn(() => new Promise<void>(start), clientOf(request))
}

function clientOf(request: FastifyRequest): Client {
  const client = { address: rateLimitKey(request.ip), user: request.caller.user }
  // Writes are carried out even if their client leaves.
  return request.method === 'GET' || request.method === 'HEAD' ? { ...client, signal: request.signal } : client
}
