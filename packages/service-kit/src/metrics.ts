import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
}

type HttpLabels = 'service' | 'method' | 'route' | 'status'
const HTTP_DURATION = 'http_request_duration_seconds'
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return { registry }
}

/** Shared by all servers of a process. `route` is the pattern, so that ids create no new series. */
export function httpDuration({ registry }: Metrics): Histogram<HttpLabels> {
  const known = registry.getSingleMetric(HTTP_DURATION)
  if (known instanceof Histogram) return known
  return new Histogram({
    name: HTTP_DURATION,
    help: 'Time from the request line to the last byte handed to the kernel, in seconds',
    labelNames: ['service', 'method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
}

/** `figures` are by name; `figure` is called on each scrape. */
export function addGauges(
  { registry }: Metrics,
  figures: Record<string, { help: string; figure: () => number | Promise<number> }>,
): void {
  for (const [name, { help, figure }] of Object.entries(figures)) {
    const collect = async () => gauge.set(await figure())
    const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect })
  }
}

/** A gauge with one label; `figures` is called on each scrape and resolves with the figures by the label's value. */
export function addLabelledGauge(
  { registry }: Metrics,
  {
    name,
    label,
    help,
    figures,
  }: { name: string; label: string; help: string; figures(): Promise<Record<string, number>> },
): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      for (const [value, figure] of Object.entries(await figures())) gauge.set({ [label]: value }, figure)
    },
  })
}

/** A counter with labels. The returned function counts one for their values. */
export function addCounter<Label extends string>(
  { registry }: Metrics,
  { name, labels, help }: { name: string; labels: readonly Label[]; help: string },
): (values: Record<Label, string>) => void {
  const counter = new Counter<Label>({ name, help, labelNames: labels, registers: [registry] })
  return (values) => counter.inc(values)
}

/** A counter with one label. The returned function counts one for a value of the label. */
export function addLabelledCounter(
  metrics: Metrics,
  { name, label, help }: { name: string; label: string; help: string },
): (value: string) => void {
  const count = addCounter(metrics, { name, labels: [label], help })
  return (value) => count({ [label]: value })
}

export interface MetricsServer {
  port: number
  close(): Promise<void>
}

/** Serves `GET /metrics` on a separate port, so that the public port never shows them. `port` 0 picks a free one. */
export async function serveMetrics(
  metrics: Metrics,
  { host = '127.0.0.1', port }: { host?: string; port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end('Not Found: the metrics are at GET /metrics\n')
      return
    }
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      (error: unknown) => response.writeHead(500).end(`The metrics could not be collected: ${String(error)}\n`),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) }
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
