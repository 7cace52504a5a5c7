import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import rateLimit from '@fastify/rate-limit'
import type { GatewayConfig } from './config.ts'
import { countUnderWay } from './under-way.ts'

/** Addresses remembered at once; the least recent are forgotten first. */
const REMEMBERED = 50_000
const PROBES = new Set(['/livez', '/healthz'])

/** Counts requests by address, whatever they ask for, and refuses those beyond the limits: a minute's, and at once. */
export async function limitRequests(app: App, { RATE_LIMIT, CONCURRENT_LIMIT }: GatewayConfig): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: RATE_LIMIT,
    timeWindow: 60_000,
    cache: REMEMBERED,
    allowList: (request) => PROBES.has(request.url),
  })
  const count = app.createRateLimit()
  const start = countUnderWay(app, CONCURRENT_LIMIT)
  app.addHook('onRequest', async (request, reply) => {
    const counted = await count(request)
    if (counted.isAllowed) return
    if (counted.isExceeded) throw tooMany(counted.ttlInSeconds)
    await start(counted.key, reply.raw)
  })
}

function tooMany(waitS: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', `Too many requests from your address: try again in ${waitS} s`, {
    retryAfterS: waitS,
  })
}
