import { AppError } from '@aangan/service-kit/errors'
import { rateLimitKey } from '@aangan/service-kit/rate-limit-key'
import type { App } from '@aangan/service-kit/server'
import { countInWindows } from '@aangan/service-kit/windows'
import type { GatewayConfig } from './config.ts'

const HOUR_MS = 3_600_000

export function limitByHour(app: App, { REPORT_LIMIT, REGISTER_LIMIT }: GatewayConfig): void {
  limitPosts(app, { path: /^\/(posts|messages)\/[^/]+\/reports$/, limit: REPORT_LIMIT, what: 'reports' })
  limitPosts(app, { path: /^\/auth\/register$/, limit: REGISTER_LIMIT, what: 'new accounts' })
}

function limitPosts(app: App, { path, limit, what }: { path: RegExp; limit: number; what: string }): void {
  const count = countInWindows({ limit, windowMs: HOUR_MS })
  // Before the body is read, but after Fastify has validated the URL, so that it can be decoded.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (request.method !== 'POST' || !path.test(pathOf(request.url))) return done()
    const waitMs = count(rateLimitKey(request.ip))
    done(waitMs > 0 ? tooMany(what, waitMs) : null)
  })
}

function tooMany(what: string, waitMs: number): AppError {
  const message = `Too many ${what} from your internet connection. Try again in ${waitOf(waitMs)}.`
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfterS: Math.ceil(waitMs / 1_000) })
}

/** Decoded, as the service's router does: a percent-encoded path must not bypass the limit. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1)
  return decodeURIComponent(path)
}

function waitOf(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
