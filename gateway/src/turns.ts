import type { Client } from '@aangan/service-kit/client'
import { createFairQueue } from '@aangan/service-kit/fair-queue'
import { rateLimitKey } from '@aangan/service-kit/rate-limit-key'
import type { FastifyRequest } from 'fastify'

/** Per process of a service. Further requests wait for a free connection. */
export const CONNECTIONS = 64
/** One call keeps a process busy. More get little more done, and others wait for each. */
const AT_ONCE_EACH = 1
/** A call that takes longer is waiting, perhaps for a process that hangs: it must not block all others of its address. */
const LONGEST_MS = 100
/** With bodies of up to 1 MB. */
const WAITING = 1_000

/** Starts to pass a request on; `done` ends its turn, and may be called repeatedly. */
type Start = (done: () => void) => void

/** Rejects, without a start, with UNAVAILABLE if the turn does not come in time, or TIMED_OUT if the client left. */
export type Turns = (request: FastifyRequest, start: Start) => Promise<void>

interface TurnsOptions {
  knownAs: string
  patienceMs: number
  /** Of the service, each of which can be kept busy. */
  processes?: number
}

/** What a service does at a time for one address: the requests of the others find it nearly idle (decision 040). */
export function createTurns({ knownAs, patienceMs, processes = 1 }: TurnsOptions): Turns {
  const busy = `${knownAs} are taking too long. Try again in a moment.`
  const atOnce = { atOnce: CONNECTIONS * processes, atOnceEach: AT_ONCE_EACH * processes }
  const turn = createFairQueue({ ...atOnce, rests: true, waiting: WAITING, patienceMs, busy })
  return (request, start) => turn(() => untilDone(start), clientOf(request))
}

function untilDone(start: Start): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS)
    start(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function clientOf(request: FastifyRequest): Client {
  const client = { address: rateLimitKey(request.sender.address), user: request.caller.userId }
  // Writes are carried out even if their client leaves.
  return request.method === 'GET' || request.method === 'HEAD' ? { ...client, signal: request.signal } : client
}
