import type { Logger } from 'pino'
import type { Bus } from './bus/bus.ts'
import type { IdentityVerifier } from './identity.ts'
import type { Metrics } from './metrics.ts'
import type { Store } from './store/store.ts'

/** What every service is built from: made by its `main.ts`, by the platform or by a test, never by itself. */
export interface Parts {
  store: Store
  bus: Bus
  log: Logger
  metrics: Metrics
  identity: IdentityVerifier
  /** The clock. */
  now: () => Date
}
