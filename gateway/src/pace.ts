import { createPace } from '@aangan/service-kit/pace'
import type { LimitKeys } from './limit-keys.ts'

/** Of all addresses; CONCURRENT_LIMIT bounds what one can add. */
const WAITING = 1_000
/** 330 a second, half as much again as RATE_LIMIT allows in the long run. */
const APART_MS = 3

/** Asked by load balancers, which must never be refused, or they take the site out. */
export const PROBES = new Set(['/livez', '/healthz'])

/** Calls `begin` in the request's turn, or with an error. */
export type PaceRequest = (keys: LimitKeys, url: string, begin: (error?: Error) => void) => void

/** Probes have turns of their own: they wait for no other requests, and are not refused when too many of these wait. */
export function createRequestPace(): PaceRequest {
  const ofRequests = createPace({ waiting: WAITING, apartMs: APART_MS })
  const ofProbes = createPace({ waiting: Number.POSITIVE_INFINITY, apartMs: APART_MS })
  return ({ address, person }, url, begin) => {
    const pace = PROBES.has(url) ? ofProbes : ofRequests
    pace({ address, user: person() }).then(() => begin(), begin)
  }
}
