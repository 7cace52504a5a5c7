import type { JetStreamManager } from 'nats'
import type { Backlog } from './backlog.ts'
import { CONSUMER_NOT_FOUND, consumerName, type NatsConsumer } from './nats-consumer.ts'
import type { NatsLink } from './nats-link.ts'
import { found, manager, type NatsNames, STREAM_NOT_FOUND } from './nats-stream.ts'

const PATIENCE_MS = 1_000

/** When each event that this process took and has not handled was published, in epoch milliseconds by sequence number. */
export type Unhandled = Map<number, number>

/** Of the durables that this process subscribes as. */
export async function readNatsBacklog(
  link: NatsLink,
  names: NatsNames,
  subscribed: Iterable<[NatsConsumer, Unhandled]>,
): Promise<Backlog[]> {
  const all = [...subscribed]
  // Only parts with a durable may look.
  if (all.length === 0) return []
  const jsm = await manager(await link.connection(PATIENCE_MS))
  const parked = await parkedByDurable(jsm, names)
  const asked = all.map(async ([consumer, unhandled]) => ({
    durable: consumer.durable,
    parked: parked.get(consumer.durable) ?? 0,
    oldestAt: await oldestOf(jsm, names, consumer, unhandled),
  }))
  return await Promise.all(asked)
}

async function parkedByDurable(jsm: JetStreamManager, names: NatsNames): Promise<Map<string, number>> {
  const filter = { subjects_filter: names.parkedOf('*') }
  const info = await found(jsm.streams.info(names.parked, filter), STREAM_NOT_FOUND)
  const counts = new Map<string, number>()
  for (const [subject, count] of Object.entries(info?.state.subjects ?? {})) {
    const durable = names.durableOf(subject)
    counts.set(durable, (counts.get(durable) ?? 0) + count)
  }
  return counts
}

/** Not read from the stream: a part may read only the events that its own consumers deliver. */
async function oldestOf(
  jsm: JetStreamManager,
  names: NatsNames,
  consumer: NatsConsumer,
  unhandled: Unhandled,
): Promise<number | null> {
  const lookup = jsm.consumers.info(names.stream, consumerName(consumer))
  const info = await found(lookup, CONSUMER_NOT_FOUND, STREAM_NOT_FOUND)
  // Another process may have handled what this one took first.
  const floor = info?.ack_floor.stream_seq ?? 0
  for (const seq of unhandled.keys()) if (seq <= floor) unhandled.delete(seq)
  return unhandled.size === 0 ? null : Math.min(...unhandled.values())
}
