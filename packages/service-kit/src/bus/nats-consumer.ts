import { createHash } from 'node:crypto'
import { AckPolicy, type ConsumerConfig, type ConsumerInfo, DeliverPolicy, type JetStreamManager, nanos } from 'nats'
import { differs, found, type NatsNames } from './nats-stream.ts'
import type { BusTuning } from './options.ts'

export interface NatsConsumer {
  durable: string
  subjects: readonly string[]
  leaseMs: number
}

export const CONSUMER_NOT_FOUND = 10014

/** By subject, the stream sequence up to which other consumers of this durable have handled its events. */
export type Handled = ReadonlyMap<string, number>

/**
 * Creates a durable's consumer if it is missing, and returns its name. The name contains a hash of the subjects:
 * changing the filter of a consumer makes a 2.9 server skip events (seen on 2.9.10), and in a rolling release old and
 * new replicas must not fight over one filter. So different subjects get a new consumer. It starts early enough for
 * each of them, and its reader skips what is already handled.
 */
export async function ensureConsumer(
  jsm: JetStreamManager,
  names: NatsNames,
  wanted: NatsConsumer,
  tuning: BusTuning,
): Promise<{ name: string; handled: Handled }> {
  const name = consumerName(wanted)
  const config = changeable(wanted, tuning)
  const handled = await handledByOthers(jsm, names.stream, name, wanted)
  const info = await found(jsm.consumers.info(names.stream, name), CONSUMER_NOT_FOUND)
  if (!info) await jsm.consumers.add(names.stream, { ...config, ...fixed(name, names, wanted), ...startAfter(handled) })
  else if (differs(info.config, config)) await jsm.consumers.update(names.stream, name, config)
  return { name, handled }
}

export function consumerName({ durable, subjects }: Pick<NatsConsumer, 'durable' | 'subjects'>): string {
  const digest = createHash('sha256').update([...new Set(subjects)].sort().join(' '))
  return `${durable}-${digest.digest('hex').slice(0, 8)}`
}

function changeable({ durable, subjects, leaseMs }: NatsConsumer, tuning: BusTuning) {
  return {
    // Stores the subjects here: servers before 2.10 keep no metadata, and the filter may cover more than these.
    description: [durable, ...new Set(subjects)].join(' '),
    ack_wait: nanos(leaseMs),
    // Attempts are counted in `deliver`: the server would stop redelivering without logging it.
    max_deliver: -1,
    // A consumer that is unused since its subjects changed expires with the last event it could deliver.
    inactive_threshold: nanos(tuning.keepMs),
  } satisfies Partial<ConsumerConfig>
}

function fixed(name: string, names: NatsNames, { subjects }: NatsConsumer) {
  return {
    durable_name: name,
    ack_policy: AckPolicy.Explicit,
    filter_subject: names.event(commonSubject(subjects)),
  } satisfies Partial<ConsumerConfig>
}

async function handledByOthers(
  jsm: JetStreamManager,
  stream: string,
  name: string,
  { durable, subjects }: NatsConsumer,
): Promise<Handled> {
  const handled = new Map(subjects.map((each) => [each, 0]))
  for (const { name: other, config, ack_floor } of await consumersOf(jsm, stream, durable)) {
    if (other === name) continue
    for (const subject of config.description?.split(' ').slice(1) ?? []) {
      const known = handled.get(subject)
      if (known !== undefined) handled.set(subject, Math.max(known, ack_floor.stream_seq))
    }
  }
  return handled
}

/** A subject not yet handled for this durable starts with the oldest event kept. */
function startAfter(handled: Handled): Partial<ConsumerConfig> {
  const seq = Math.min(...handled.values())
  if (seq === 0) return { deliver_policy: DeliverPolicy.All }
  return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: seq + 1 }
}

/** One for each set of subjects that the durable used recently. */
export async function consumersOf(jsm: JetStreamManager, stream: string, durable: string): Promise<ConsumerInfo[]> {
  const consumers: ConsumerInfo[] = []
  for await (const each of jsm.consumers.list(stream)) {
    if (each.config.description?.split(' ')[0] === durable) consumers.push(each)
  }
  return consumers
}

/** A filter that may match more than these subjects: servers before 2.10 do not accept a list of filters. */
export function commonSubject(subjects: readonly string[]): string {
  const [first = '', ...others] = new Set(subjects)
  if (others.length === 0) return first
  const words = first.split('.').slice(0, -1)
  while (words.length > 0 && !others.every((each) => each.startsWith(`${words.join('.')}.`))) words.pop()
  return [...words, '>'].join('.')
}
