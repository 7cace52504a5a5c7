import { pino } from 'pino'
import { Registry } from 'prom-client'
import { onTestFinished } from 'vitest'
import type { Bus } from '../bus.ts'
import { openBus, openParked } from '../open.ts'
import type { BusTuning } from '../options.ts'
import type { ListedEvent, ParkedEvents, ParkedOptions } from '../parked.ts'
import { createSightings } from './sightings.ts'

export type TestEvents = {
  'thing.made': { n: number; note?: string | undefined; long?: string }
  'thing.gone': { n: number }
  'other.made': { n: number }
}

export type TestRequests = {
  'sum.find': { ask: { a: number; b: number }; reply: { sum: number; note?: string | undefined } }
  /** As in BUS_ACCESS, users may ask it. */
  'chats.unread': { as: 'person'; ask: { userId: string }; reply: { id: string; session: string } }
  'text.find': { ask: { length: number; text?: string }; reply: { text: string } }
}

export type TestBroadcasts = {
  'news.told': { n: number; note?: string | undefined }
  'node.seen': { node: string }
}

export type TestBus = Bus<TestEvents, TestRequests, TestBroadcasts>

export interface Backend {
  url: string
  prefix: string
  inject(event: { id: string; subject: string; text: string }): Promise<void>
  /** Removes all events, as expiry would. */
  removeEvents(): Promise<void>
  outstanding(durable: string): Promise<number>
  /** As if this durable had not subscribed for long. */
  forget(durable: string): Promise<void>
}

/** Short delays: the tests check order, not timing. */
export const QUICK: Partial<BusTuning> = { firstDelayMs: 20, lastDelayMs: 200 }

interface LogLine {
  level: number
  msg: string
  event?: string
  durable?: string
  subject?: string
  attempt?: number
}

export async function openAt(backend: Backend, tuning: Partial<BusTuning> = QUICK) {
  const lines = createSightings<LogLine>()
  const registry = new Registry()
  const log = pino({ level: 'debug' }, { write: (line) => lines.see(JSON.parse(line)) })
  const bus: TestBus = await openBus(backend.url, {
    name: 'suite',
    log,
    prefix: backend.prefix,
    metrics: { registry },
    tuning,
  })
  onTestFinished(() => bus.close())
  async function counted(outcome: string): Promise<number> {
    const metric = await registry.getSingleMetric('bus_events_delivered_total')?.get()
    const values = metric?.values.filter((each) => each.labels.outcome === outcome) ?? []
    return values.reduce((sum, each) => sum + each.value, 0)
  }
  async function gauge(name: string, durable: string): Promise<number | undefined> {
    const metric = await registry.getSingleMetric(name)?.get()
    return metric?.values.find((each) => each.labels.durable === durable)?.value
  }
  return { bus, lines, counted, gauge }
}

/** As the operator's command opens it. */
export async function parkedAt(
  backend: Backend,
  tuning: Pick<ParkedOptions, 'keepParkedMs'> = {},
): Promise<ParkedEvents> {
  const parked = await openParked(backend.url, { log: pino({ level: 'silent' }), prefix: backend.prefix, ...tuning })
  onTestFinished(() => parked.close())
  return parked
}

export async function listed(parked: ParkedEvents): Promise<ListedEvent[]> {
  const all: ListedEvent[] = []
  for await (const each of parked.list()) all.push(each)
  return all
}

export function made(n: number) {
  return { id: `made-${n}`, subject: 'thing.made' as const, data: { n } }
}

export function numbers(count: number, from = 1): number[] {
  return Array.from({ length: count }, (_, index) => from + index)
}

/** Sequentially, so that the log has them in this order. */
export async function publishInOrder(bus: TestBus, ns: number[]): Promise<void> {
  for (const n of ns) await bus.publish(made(n))
}
