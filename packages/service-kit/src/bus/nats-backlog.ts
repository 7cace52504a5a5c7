import type { JetStreamManager } from 'nats'
import type { Backlog } from './backlog.ts'
import { CONSUMER_NOT_FOUND, consumerName, type NatsConsumer } from './nats-consumer.ts'
import type { NatsLink } from './nats-link.ts'
import { found, manager, type NatsNames, NO_MESSAGE, STREAM_NOT_FOUND } from './nats-stream.ts'

const PATIENCE_MS = 1_000

/** Of the durables that this process subscribes as. */
export async function readNatsBacklog(
  link: NatsLink,
  names: NatsNames,
  subscribed: Iterable<NatsConsumer>,
): Promise<Backlog[]> {
  const jsm = await manager(await link.connection(PATIENCE_MS))
  const parked = await parkedByDurable(jsm, names)
  const asked = [...subscribed].map(async (each) => ({
    durable: each.durable,
    parked: parked.get(each.durable) ?? 0,
    oldestAt: await oldestOf(jsm, names, each),
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

/** Everything up to the consumer's floor is handled, so the next event of each subject is not. */
async function oldestOf(jsm: JetStreamManager, names: NatsNames, consumer: NatsConsumer): Promise<number | null> {
  const info = await found(
    jsm.consumers.info(names.stream, consumerName(consumer)),
    CONSUMER_NOT_FOUND,
    STREAM_NOT_FOUND,
  )
  if (!info || info.num_pending + info.num_ack_pending === 0) return null
  const seq = info.ack_floor.stream_seq + 1
  const nexts = consumer.subjects.map(async (subject) => {
    const query = { seq, next_by_subj: names.event(subject) }
    return (
      (await found(jsm.streams.getMessage(names.stream, query), NO_MESSAGE))?.time.getTime() ?? Number.POSITIVE_INFINITY
    )
  })
  const oldest = Math.min(...(await Promise.all(nexts)))
  return Number.isFinite(oldest) ? oldest : null
}
