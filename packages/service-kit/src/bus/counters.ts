import { Counter } from 'prom-client'
import type { Metrics } from '../metrics.ts'

/** `postponed`: by an outage. `skipped`: malformed, by a follower, which has no durable to park it for. */
export type Outcome = 'done' | 'failed' | 'postponed' | 'parked' | 'skipped'

export interface BusCounters {
  published(subject: string): void
  delivered(durable: string, subject: string, outcome: Outcome): void
}

const PUBLISHED = 'bus_events_published_total'
const DELIVERED = 'bus_events_delivered_total'

/** Several buses of a process may share one registry, so an existing series is reused. */
export function busCounters(metrics: Metrics | undefined): BusCounters {
  if (!metrics) return { published() {}, delivered() {} }
  const published = counter(metrics, PUBLISHED, 'Events stored by the bus', ['subject'])
  const delivered = counter(metrics, DELIVERED, 'Attempts to handle an event', ['durable', 'subject', 'outcome'])
  return {
    published: (subject) => published.inc({ subject }),
    delivered: (durable, subject, outcome) => delivered.inc({ durable, subject, outcome }),
  }
}

function counter({ registry }: Metrics, name: string, help: string, labelNames: string[]): Counter {
  const existing = registry.getSingleMetric(name)
  return existing instanceof Counter ? existing : new Counter({ name, help, labelNames, registers: [registry] })
}
