import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import { countInWindows } from '@aangan/service-kit/windows'
import type { FastifyRequest } from 'fastify'
import type { GatewayConfig } from './config.ts'
import { limitInFlight } from './in-flight.ts'
import { type LimitKeys, limitKeysOf } from './limit-keys.ts'
import { type PaceRequest, PROBES } from './pace.ts'
import { createRequestRate, kindOf } from './request-rate.ts'
import type { Sessions } from './sessions.ts'
import type { Readers } from './slow-readers.ts'

/** Look-ups a minute of sessions that come from an address which is over its limit: made-up ones cost auth a read. */
const LOOKUPS = 300

interface LimitedBy {
  config: GatewayConfig
  sessions: Sessions
  readers: Readers
  pace: PaceRequest
}

export function limitRequests(app: App, { config, sessions, readers, pace }: LimitedBy): void {
  const { RATE_LIMIT, CONCURRENT_LIMIT } = config
  const rate = createRequestRate(RATE_LIMIT)
  const begin = limitInFlight(readers, CONCURRENT_LIMIT)
  const countLookup = countInWindows({ limit: Math.min(LOOKUPS, RATE_LIMIT), windowMs: 60_000 })

  /** Throws TOO_MANY_REQUESTS. */
  async function checkPerson(request: FastifyRequest, keys: LimitKeys, waitMs: number): Promise<void> {
    const { cookie } = request.headers
    const isUnknown = sessions.personOf(cookie) === undefined
    if (isUnknown && countLookup(keys.address) === 0) await sessions.callerOf(cookie)
    const ownMs = rate.ofPerson(keys, request.url)
    if (ownMs > 0) throw tooMany(kindOf(request.url), Math.ceil(Math.min(ownMs, waitMs) / 1_000))
  }

  app.addHook('onRequest', (request, reply, next) => {
    const keys = limitKeysOf(request, sessions)
    // What is refused, too: thousands of refusals a second would take the whole process.
    const done = (refusal?: Error) => pace(keys, request.url, (error) => next(refusal ?? error))
    const start = () => begin(keys, { request, answer: reply.raw }, done)
    if (PROBES.has(request.url)) return start()
    const waitMs = rate.ofAddress(keys, request.url)
    if (waitMs === 0) start()
    else checkPerson(request, keys, waitMs).then(start, done)
  })
}

function tooMany(limit: string, waitS: number): AppError {
  const message = `Too many requests from your internet connection. Try again in ${waitS} s.`
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfterS: waitS, limit })
}
