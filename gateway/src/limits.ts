import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import rateLimit from '@fastify/rate-limit'
import type { GatewayConfig } from './config.ts'

/** Addresses remembered at once; the least recent are forgotten first. */
const REMEMBERED = 50_000
const PROBES = new Set(['/livez', '/healthz'])

/** Counts requests by address, whatever they ask for, and refuses those beyond the limit. */
export async function limitRequests(app: App, { RATE_LIMIT }: GatewayConfig): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: RATE_LIMIT,
    timeWindow: 60_000,
    cache: REMEMBERED,
    // On every answer they would be a hundred bytes that no client of ours reads.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    allowList: (request) => PROBES.has(request.url),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('TOO_MANY_REQUESTS', `Too many requests from your address: try again in ${Math.ceil(ttl / 1000)} s`),
  })
  app.addHook('onRequest', app.rateLimit())
}
