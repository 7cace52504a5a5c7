import type { Logger } from 'pino'
import type { Bus } from './bus/bus.ts'
import type { IdentityVerifier } from './identity.ts'
import type { Metrics } from './metrics.ts'
import type { Store } from './store/store.ts'

/** Created by a service's `main.ts`, the platform or a test, never by the service. */
export interface Parts {
  store: Store
  bus: Bus
  log: Logger
  metrics: Metrics
  identity: IdentityVerifier
  now: () => Date
}
