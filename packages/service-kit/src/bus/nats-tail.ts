import {
  AckPolicy,
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamManager,
  type JsMsg,
  type NatsConnection,
  nanos,
  type StreamInfo,
} from 'nats'
import { isAppError } from '../errors.ts'
import type { Entry, Missing, Tail } from './follow.ts'
import { CONSUMER_NOT_FOUND, commonSubject } from './nats-consumer.ts'
import type { NatsLink } from './nats-link.ts'
import { eventIdOf, isForAnother } from './nats-message.ts'
import { ensureStream, found, manager, type NatsNames } from './nats-stream.ts'
import { freeTailName } from './nats-tail-names.ts'
import type { BusTuning } from './options.ts'

/** Up to `max_messages` events are buffered in this process; a server that is gone is noticed when the pull ends. */
const PULL = { max_messages: 200, expires: 2_000, idle_heartbeat: 500 }

/** The server deletes a consumer this long after its last pull; a slow handler then gets a new one. */
const FORGET_MS = 30_000

interface Feed {
  connection: NatsConnection
  consumer: Consumer
  name: string
  delivered: number
}

interface Batch {
  messages: ConsumerMessages
  next: AsyncIterator<JsMsg>
}

/**
 * The server counts a sent message as delivered even if it was lost, so the consumer's count is compared with what
 * arrived: with each message, and between pulls, since the last message may be lost. After a loss a new consumer starts
 * after the last handled event.
 */
export function createNatsTail(
  link: NatsLink,
  names: NatsNames,
  { user, subjects }: { user: string; subjects: readonly string[] },
  tuning: BusTuning,
): Tail {
  const wanted = new Set(subjects)
  let feed: Feed | undefined
  let batch: Batch | undefined
  let created: string | undefined
  /** Of the last consumer, which may still exist. */
  let used: string | undefined
  /** Up to here nothing more was pending for these subjects. */
  let caughtUp = 0
  let stopped = false

  function drop(): void {
    // Do not await it: it never settles while it holds messages.
    void batch?.messages.close()
    batch = undefined
    feed = undefined
  }

  /** Events before the first one kept were removed; a stream that is new, or shorter than before, is another log. */
  function missingIn(stream: StreamInfo, after: number): Missing | undefined {
    const known = Math.max(after, caughtUp)
    const another = (created !== undefined && created !== stream.created) || stream.state.last_seq < known
    created = stream.created
    if (!another && stream.state.first_seq <= known + 1) return undefined
    drop()
    caughtUp = 0
    return { missing: true, position: another ? 0 : stream.state.first_seq - 1, end: stream.state.last_seq }
  }

  /** Also checks that everything the consumer sent has arrived. */
  async function isIntact(jsm: JetStreamManager, connection: NatsConnection, stream: StreamInfo): Promise<boolean> {
    if (feed?.connection !== connection) return false
    const state = await found(jsm.consumers.info(names.stream, feed.name), CONSUMER_NOT_FOUND)
    if (state?.delivered.consumer_seq !== feed.delivered) return false
    if (state.num_pending === 0) caughtUp = stream.state.last_seq
    return true
  }

  async function open(jsm: JetStreamManager, connection: NatsConnection, after: number): Promise<Feed> {
    if (used !== undefined) await found(jsm.consumers.delete(names.stream, used), CONSUMER_NOT_FOUND)
    used = await freeTailName(jsm, names.stream, user)
    const { name } = await jsm.consumers.add(names.stream, {
      name: used,
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: after + 1,
      filter_subject: names.event(commonSubject(subjects)),
      inactive_threshold: nanos(FORGET_MS),
      mem_storage: true,
      num_replicas: 1,
    })
    const consumer = await connection.jetstream().consumers.get(names.stream, name)
    return { connection, consumer, name, delivered: 0 }
  }

  async function pull(after: number): Promise<Missing | undefined> {
    const connection = await link.connection(PULL.expires)
    const jsm = await manager(connection)
    const stream = await ensureStream(jsm, names, tuning)
    const missing = missingIn(stream, after)
    if (missing) return missing
    if (!(await isIntact(jsm, connection, stream))) feed = await open(jsm, connection, after)
    const messages = await feed?.consumer.fetch(PULL)
    if (messages) batch = { messages, next: messages[Symbol.asyncIterator]() }
    if (stopped) drop()
    return undefined
  }

  function take(message: JsMsg, after: number): Entry | null {
    if (!feed || message.info.deliverySequence !== feed.delivered + 1) {
      drop()
      return null
    }
    feed.delivered += 1
    const subject = names.subjectOf(message.subject)
    if (message.seq <= after || !wanted.has(subject) || isForAnother(message, null)) return null
    return { position: message.seq, id: eventIdOf(message), subject, text: message.string() }
  }

  async function next(after: number): Promise<Entry | Missing | null> {
    const missing = batch ? undefined : await pull(after)
    if (missing) return missing
    const result = await batch?.next.next()
    if (result && !result.done) return take(result.value, after)
    batch = undefined
    return null
  }

  async function end(): Promise<number> {
    const stream = await ensureStream(await manager(await link.connection(PULL.expires)), names, tuning)
    created = stream.created
    return stream.state.last_seq
  }

  async function unlessAway<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work
    } catch (error) {
      drop()
      // The link has already logged that the server is unavailable.
      if (isAppError(error) && error.code === 'UNAVAILABLE') return null
      throw error
    }
  }

  return {
    end: () => unlessAway(end()),
    next: (after) => unlessAway(next(after)),
    stop() {
      stopped = true
      void batch?.messages.close()
    },
  }
}
