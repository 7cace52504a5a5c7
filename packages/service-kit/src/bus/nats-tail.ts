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
import { ensureStream, found, manager, type NatsNames } from './nats-stream.ts'
import type { BusTuning } from './options.ts'

/** Up to so many events wait in this process's memory; a server that went away is noticed when the pull ends. */
const PULL = { max_messages: 200, expires: 2_000, idle_heartbeat: 500 }

/** The server forgets a consumer that nobody pulled from for so long; a slow handler then gets another one. */
const FORGET_MS = 30_000

interface Feed {
  connection: NatsConnection
  consumer: Consumer
  name: string
  /** How many messages came from this consumer. */
  delivered: number
}

interface Batch {
  messages: ConsumerMessages
  next: AsyncIterator<JsMsg>
}

/**
 * The stream as a follower reads it: through a consumer in the server's memory that wants no acknowledgement. The server
 * takes what it sent as delivered even if it was lost on its way, so the consumer's own count of messages is compared
 * with what came: with each message, and between pulls, where the last one may be lost and none follows. After a loss,
 * and where the server no longer has the consumer, another one starts behind the last event that was handled.
 */
export function createNatsTail(link: NatsLink, names: NatsNames, subjects: readonly string[], tuning: BusTuning): Tail {
  const wanted = new Set(subjects)
  let feed: Feed | undefined
  let batch: Batch | undefined
  let created: string | undefined
  /** Up to here nothing more was waiting, of these subjects. */
  let caughtUp = 0
  let stopped = false

  function drop(): void {
    // Nobody waits for its end: it has none when it still holds messages.
    void batch?.messages.close()
    batch = undefined
    feed = undefined
  }

  /** What was removed lies before the first event kept; a stream that is new, or shorter than it was, is another one. */
  function missingIn(stream: StreamInfo, after: number): Missing | undefined {
    const known = Math.max(after, caughtUp)
    const another = (created !== undefined && created !== stream.created) || stream.state.last_seq < known
    created = stream.created
    if (!another && stream.state.first_seq <= known + 1) return undefined
    drop()
    caughtUp = 0
    return { missing: true, position: another ? 0 : stream.state.first_seq - 1 }
  }

  /** Whether the consumer is there, and all that it sent has come. */
  async function isIntact(jsm: JetStreamManager, connection: NatsConnection, stream: StreamInfo): Promise<boolean> {
    if (feed?.connection !== connection) return false
    const state = await found(jsm.consumers.info(names.stream, feed.name), CONSUMER_NOT_FOUND)
    if (state?.delivered.consumer_seq !== feed.delivered) return false
    if (state.num_pending === 0) caughtUp = stream.state.last_seq
    return true
  }

  async function open(jsm: JetStreamManager, connection: NatsConnection, after: number): Promise<Feed> {
    const { name } = await jsm.consumers.add(names.stream, {
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
    if (message.seq <= after || !wanted.has(subject)) return null
    const id = message.headers?.get('Nats-Msg-Id') || `${message.info.stream}:${message.seq}`
    return { position: message.seq, id, subject, text: message.string() }
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
      // The link reports that the server is away; there is nothing to add.
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
