import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Metrics } from '../metrics.ts'

export interface Backlog {
  durable: string
  parked: number
  /** When the oldest event that it has not handled was published, in epoch milliseconds; null if there is none. */
  oldestAt: number | null
}

type Read = () => Promise<Backlog[]>

interface Shown {
  readers: Set<Read>
  /** Shared by the gauges of one scrape. */
  reading: Promise<Backlog[]> | null
}

const shown = new WeakMap<Registry, Shown>()

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
  if (metrics === undefined) return () => undefined
  const { readers } = shown.get(metrics.registry) ?? show(metrics, log)
  readers.add(read)
  return () => void readers.delete(read)
}

function show({ registry }: Metrics, log: Logger): Shown {
  const all: Shown = { readers: new Set(), reading: null }
  shown.set(registry, all)
  for (const { name, help, figure } of GAUGES) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: ['durable'],
      registers: [registry],
      async collect() {
        const backlog = await readOnce(all, log)
        gauge.reset()
        for (const each of backlog) gauge.set({ durable: each.durable }, figure(each))
      },
    })
  }
  return all
}

function readOnce(all: Shown, log: Logger): Promise<Backlog[]> {
  all.reading ??= readAll(all.readers, log).finally(() => {
    all.reading = null
  })
  return all.reading
}

/** While the bus is away, the series are absent. */
async function readAll(readers: Iterable<Read>, log: Logger): Promise<Backlog[]> {
  const found = [...readers].map((read) =>
    read().catch((error: unknown) => {
      log.debug({ err: error }, 'The backlog of the bus could not be read')
      return []
    }),
  )
  return (await Promise.all(found)).flat()
}
