import { AppError } from '@aangan/service-kit/errors'
import { rateLimitKey } from '@aangan/service-kit/rate-limit-key'
import type { App } from '@aangan/service-kit/server'
import { countInWindows } from '@aangan/service-kit/windows'
import type { GatewayConfig } from './config.ts'
import { limitInFlight } from './in-flight.ts'

const MINUTE_MS = 60_000
const PROBES = new Set(['/livez', '/healthz'])

export function limitRequests(app: App, { RATE_LIMIT, CONCURRENT_LIMIT }: GatewayConfig): void {
  const count = countInWindows({ limit: RATE_LIMIT, windowMs: MINUTE_MS })
  const begin = limitInFlight(app, CONCURRENT_LIMIT)
  app.addHook('onRequest', (request, reply, done) => {
    if (PROBES.has(request.url)) return done()
    const address = rateLimitKey(request.ip)
    const waitMs = count(address)
    if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1_000))
    begin(address, reply.raw, done)
  })
}

function tooMany(waitS: number): AppError {
  const message = `Too many requests from your internet connection. Try again in ${waitS} s.`
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfterS: waitS })
}
