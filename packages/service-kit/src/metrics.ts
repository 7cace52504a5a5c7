import type { Registry } from 'prom-client'

/** One Prometheus registry a process; each service labels its own series. */
export interface Metrics {
  registry: Registry
}
