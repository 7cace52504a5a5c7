import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import type { GatewayConfig } from './config.ts'

const HOUR_MS = 3_600_000
const REPORT = /^\/posts\/[^/]+\/reports$/

/** Counts reports on listings by address, besides all requests. Call it after `limitRequests`. */
export function limitReports(app: App, { REPORT_LIMIT }: GatewayConfig): void {
  const limit = app.createRateLimit({ max: REPORT_LIMIT, timeWindow: HOUR_MS })
  // Before the body: what checks the address has run by then, so it can be decoded.
  app.addHook('preParsing', async (request) => {
    if (request.method !== 'POST' || !REPORT.test(pathOf(request.url))) return
    const counted = await limit(request)
    if (counted.isAllowed || !counted.isExceeded) return
    throw new AppError('TOO_MANY_REQUESTS', `Too many reports from your address: try again in ${waitOf(counted.ttl)}`, {
      retryAfterS: counted.ttlInSeconds,
    })
  })
}

/** As the service's router reads it: a percent sign more must not slip past the count. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1)
  return decodeURIComponent(path)
}

function waitOf(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
