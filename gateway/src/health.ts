import { DISK_FULL } from '@aangan/service-kit/disk'
import { AppError, isAppError } from '@aangan/service-kit/errors'
import { addLabelledGauge } from '@aangan/service-kit/metrics'
import type { Parts } from '@aangan/service-kit/parts'
import type { PagesState } from './copy/copy.ts'
import type { Route } from './upstreams.ts'

/** Below the second after which most load balancers give up: a part that hangs must not take the gateway out. */
const TIME_LIMIT_MS = 500

/** `not ready`, `disk full`: it says so itself; `slow`: it does not respond in time; `away`: it cannot be reached. */
export type PartState = PagesState | 'not ready' | 'disk full' | 'slow'
export type PartStates = Record<string, PartState>

interface Health {
  routes: Route[]
  /** Where pages come from. */
  pages(): PagesState
  /** Whether there is a node of realtime. */
  hasRealtime(): boolean
  isStopping(): boolean
}

/**
 * Readiness for a load balancer: whether this gateway can serve. A part that is away is only named, since other
 * gateways miss it too. If none can be reached, it is this gateway that is cut off.
 */
export function createHealth(
  { routes, pages, hasRealtime, isStopping }: Health,
  { log, metrics }: Pick<Parts, 'log' | 'metrics'>,
) {
  const ask = shared(async (): Promise<PartStates> => {
    const states = await Promise.all(routes.map(async (route) => [route.name, await stateOf(route, log)]))
    return { ...Object.fromEntries(states), realtime: hasRealtime() ? 'ok' : 'away', pages: pages() }
  })
  addLabelledGauge(metrics, {
    name: 'gateway_part_ready',
    label: 'part',
    help: 'Whether the gateway finds the part ready: 1 or 0',
    figures: async () =>
      Object.fromEntries(Object.entries(await ask()).map(([part, state]) => [part, state === 'ok' ? 1 : 0])),
  })
  return async (): Promise<PartStates> => {
    if (isStopping()) throw new AppError('UNAVAILABLE', 'Not ready: this gateway is stopping')
    const states = await ask()
    if (routes.every(({ name }) => states[name] === 'away'))
      throw new AppError('UNAVAILABLE', 'Not ready: no part of the site can be reached')
    return states
  }
}

/** The reasons go to the log only, since the endpoint is public. */
async function stateOf({ name, upstream }: Route, log: Parts['log']): Promise<PartState> {
  try {
    const { status, body } = await upstream.get('/healthz', { timeoutMs: TIME_LIMIT_MS })
    if (status === 200) return 'ok'
    log.warn({ service: name, reason: body.toString('utf8') }, 'a service is not ready')
    return status === DISK_FULL ? 'disk full' : 'not ready'
  } catch (err) {
    const state = isAppError(err) && err.code === 'UPSTREAM_TIMED_OUT' ? 'slow' : 'away'
    log.warn({ service: name, state, err }, 'a service is not ready')
    return state
  }
}

/** Shares one in-flight call among concurrent callers, so that probes do not multiply into the services. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let inFlight: Promise<T> | undefined
  return () => {
    inFlight ??= ask().finally(() => {
      inFlight = undefined
    })
    return inFlight
  }
}
