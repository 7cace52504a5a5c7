import type { Logger } from 'pino'
import { Gauge } from 'prom-client'
import type { Metrics } from '../metrics.ts'

export interface Backlog {
  durable: string
  parked: number
  /** When the oldest event that it has not handled was published, in epoch milliseconds; null if there is none. */
  oldestAt: number | null
}

type Read = () => Promise<Backlog[]>

const readers = new WeakMap<Gauge, Set<Read>>()

const GAUGES = [
  {
    name: 'bus_parked_events',
    help: 'Events that a durable could not handle, until they are replayed or discarded: see npm run events',
    figure: ({ parked }: Backlog) => parked,
  },
  {
    name: 'bus_oldest_unhandled_seconds',
    help: 'Age of the oldest event that a durable has not handled yet; the log removes it after 14 days',
    figure: ({ oldestAt }: Backlog) => (oldestAt === null ? 0 : Math.max(0, (Date.now() - oldestAt) / 1_000)),
  },
]

/** Adds what `read` returns at each scrape to the gauges of the registry. Returns a function that takes it out again. */
export function showBacklog(metrics: Metrics | undefined, read: Read, log: Logger): () => void {
  const all = metrics ? GAUGES.map((each) => readersOf(gaugeOf(metrics, each, log))) : []
  for (const each of all) each.add(read)
  return () => {
    for (const each of all) each.delete(read)
  }
}

function gaugeOf({ registry }: Metrics, { name, help, figure }: (typeof GAUGES)[number], log: Logger): Gauge {
  const known = registry.getSingleMetric(name)
  if (known instanceof Gauge) return known
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: ['durable'],
    registers: [registry],
    async collect() {
      gauge.reset()
      for (const each of (await readAll(gauge, log)).flat()) gauge.set({ durable: each.durable }, figure(each))
    },
  })
  return gauge
}

/** While the bus is away, the series are absent. */
function readAll(gauge: Gauge, log: Logger): Promise<Backlog[][]> {
  return Promise.all(
    [...readersOf(gauge)].map((read) =>
      read().catch((error: unknown) => {
        log.debug({ err: error }, 'The backlog of the bus could not be read')
        return []
      }),
    ),
  )
}

function readersOf(gauge: Gauge): Set<Read> {
  const all = readers.get(gauge) ?? new Set()
  readers.set(gauge, all)
  return all
}
