import type { Consumer, JsMsg, NatsConnection } from 'nats'
import { isAppError } from '../errors.ts'
import type { Taken } from './deliver.ts'
import { createAttempts } from './nats-attempts.ts'
import type { Unhandled } from './nats-backlog.ts'
import { consumerName, ensureConsumer, type Handled, type NatsConsumer } from './nats-consumer.ts'
import type { NatsLink } from './nats-link.ts'
import { isForAnother } from './nats-message.ts'
import { ensureParked, ensureStream, manager, type NatsNames } from './nats-stream.ts'
import { createUnsentAnswers, takenFrom } from './nats-taken.ts'
import type { BusTuning } from './options.ts'
import type { Source } from './worker.ts'

/** A pull ends after `expires`; two missed heartbeats reveal sooner that the server is gone. */
const PULL = { max_messages: 1, expires: 2_000, idle_heartbeat: 500 }

interface Bound {
  connection: NatsConnection
  consumer: Consumer
  created: string
  handled: Handled
}

/** One at a time: a buffered event would use up its ack wait, be redelivered and count as a failed attempt. */
export function createNatsSource(
  link: NatsLink,
  names: NatsNames,
  { unhandled, ...wanted }: NatsConsumer & { unhandled: Unhandled },
  tuning: BusTuning,
): Source {
  const attempts = createAttempts(names, consumerName(wanted), tuning)
  const unsent = createUnsentAnswers(wanted.leaseMs)
  let bound: Bound | undefined
  let cancel: (() => void) | undefined
  let stopped = false

  async function bind(): Promise<Bound> {
    const connection = await link.connection(PULL.expires)
    if (bound?.connection !== connection) {
      const jsm = await manager(connection)
      const { created } = await ensureStream(jsm, names, tuning)
      // A server that lost its store counts from 1 again.
      if (bound?.created !== created) unhandled.clear()
      // Not only when an event is parked: it may exist, with another age limit.
      await ensureParked(jsm, names, tuning)
      const { name, handled } = await ensureConsumer(jsm, names, wanted, tuning)
      const consumer = await connection.jetstream().consumers.get(names.stream, name)
      bound = { connection, consumer, created, handled }
    }
    return bound
  }

  async function pull(consumer: Consumer): Promise<JsMsg | null> {
    const messages = await consumer.fetch(PULL)
    // Do not await it: it never settles if its first message ends the loop below.
    cancel = () => void messages.close()
    if (stopped) cancel()
    try {
      for await (const message of messages) return message
      return null
    } finally {
      cancel = undefined
    }
  }

  async function isDue({ connection, created, handled }: Bound, subject: string, seq: number): Promise<boolean> {
    const handledUpTo = handled.get(subject)
    if (handledUpTo === undefined) return false
    if (seq > handledUpTo) return true
    // A server that lost its store counts from 1 again, and another process may already have created the consumer
    // there.
    const stream = await ensureStream(await manager(connection), names, tuning)
    return stream.created !== created
  }

  async function next(): Promise<Taken | null> {
    const binding = await bind()
    unsent.send()
    const message = await pull(binding.consumer)
    if (!message) return null
    const subject = names.subjectOf(message.subject)
    if (!isForAnother(message, wanted.durable) && (await isDue(binding, subject, message.seq)))
      return await takenFrom(message, subject, {
        connection: binding.connection,
        names,
        tuning,
        durable: wanted.durable,
        attempts,
        unhandled,
        unsent,
      })
    message.ack()
    return null
  }

  return {
    async next() {
      try {
        return await next()
      } catch (error) {
        bound = undefined
        // The link has already logged that the server is unavailable.
        if (isAppError(error) && error.code === 'UNAVAILABLE') return null
        throw error
      }
    },
    async stop() {
      stopped = true
      cancel?.()
    },
    async settle() {
      await link.flush()
    },
  }
}
