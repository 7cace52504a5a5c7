import { createHash } from 'node:crypto'
import { AckPolicy, type ConsumerConfig, type ConsumerInfo, DeliverPolicy, type JetStreamManager, nanos } from 'nats'
import { differs, found, type NatsNames } from './nats-stream.ts'
import type { BusTuning } from './options.ts'

export interface NatsConsumer {
  durable: string
  subjects: readonly string[]
  leaseMs: number
}

const CONSUMER_NOT_FOUND = 10014

/**
 * Makes a durable's consumer where it is missing, and answers its name. The name tells the subjects apart: a server of
 * 2.9 that is told to filter otherwise skips events (seen on 2.9.10), and in a rolling release old and new replicas must
 * not fight over one filter. So other subjects make a new consumer, which goes on where the durable's former one was.
 */
export async function ensureConsumer(
  jsm: JetStreamManager,
  names: NatsNames,
  wanted: NatsConsumer,
  tuning: BusTuning,
): Promise<string> {
  const name = consumerName(wanted)
  const config = changeable(wanted, tuning)
  const info = await found(jsm.consumers.info(names.stream, name), CONSUMER_NOT_FOUND)
  if (info) {
    if (differs(info.config, config)) await jsm.consumers.update(names.stream, name, config)
    return name
  }
  const start = await startOf(jsm, names.stream, wanted.durable)
  await jsm.consumers.add(names.stream, { ...config, ...fixed(name, names, wanted), ...start })
  return name
}

function consumerName({ durable, subjects }: NatsConsumer): string {
  const digest = createHash('sha256').update([...new Set(subjects)].sort().join(' '))
  return `${durable}-${digest.digest('hex').slice(0, 8)}`
}

function changeable({ leaseMs }: NatsConsumer, tuning: BusTuning) {
  return {
    ack_wait: nanos(leaseMs),
    // The client counts attempts itself: the server would stop delivering without a word in anyone's log.
    max_deliver: -1,
    // A consumer nobody asks any more, since its subjects were changed, goes with the last event it could deliver.
    inactive_threshold: nanos(tuning.keepMs),
  } satisfies Partial<ConsumerConfig>
}

function fixed(name: string, names: NatsNames, { durable, subjects }: NatsConsumer) {
  return {
    durable_name: name,
    description: durable,
    ack_policy: AckPolicy.Explicit,
    filter_subject: names.event(commonSubject(subjects)),
  } satisfies Partial<ConsumerConfig>
}

/** A new durable starts with the oldest event kept; one whose subjects changed, after what it is done with. */
async function startOf(jsm: JetStreamManager, stream: string, durable: string): Promise<Partial<ConsumerConfig>> {
  const former = await consumersOf(jsm, stream, durable)
  const doneWith = Math.max(0, ...former.map((each) => each.ack_floor.stream_seq))
  if (doneWith === 0) return { deliver_policy: DeliverPolicy.All }
  return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: doneWith + 1 }
}

/** The consumers of a durable: one for each set of subjects that it asked for of late. */
export async function consumersOf(jsm: JetStreamManager, stream: string, durable: string): Promise<ConsumerInfo[]> {
  const consumers: ConsumerInfo[] = []
  for await (const each of jsm.consumers.list(stream)) {
    if (each.config.description === durable) consumers.push(each)
  }
  return consumers
}

/**
 * One filter that lets all these subjects pass, and perhaps others, which the consumer skips: servers before 2.10 take
 * no list of filters.
 */
function commonSubject(subjects: readonly string[]): string {
  const [first = '', ...others] = new Set(subjects)
  if (others.length === 0) return first
  const words = first.split('.').slice(0, -1)
  while (words.length > 0 && !others.every((each) => each.startsWith(`${words.join('.')}.`))) words.pop()
  return [...words, '>'].join('.')
}
