import type { JsMsg, NatsConnection } from 'nats'
import type { Taken } from './deliver.ts'
import { type Attempts, UNTRIED } from './nats-attempts.ts'
import type { Unhandled } from './nats-backlog.ts'
import { eventIdOf, publishedAt } from './nats-message.ts'
import { parkOnNats } from './nats-parking.ts'
import type { NatsNames } from './nats-stream.ts'
import type { BusTuning } from './options.ts'

export interface TakenParts {
  connection: NatsConnection
  names: NatsNames
  tuning: BusTuning
  durable: string
  attempts: Attempts
  unhandled: Unhandled
  unsent: UnsentAnswers
}

/** Answers to the server that wait until it is back; the server stops waiting for one by itself. */
export interface UnsentAnswers {
  /** `since` is when the event was taken, on the monotonic clock. */
  add(answer: () => void, since: number): void
  /** Call while connected: the client drops what it sends before it has reconnected. */
  send(): void
}

/** @param leaseMs how long the server waits for an answer; by then, another process may have the event */
export function createUnsentAnswers(leaseMs: number): UnsentAnswers {
  let answers: { answer: () => void; until: number }[] = []
  return {
    add(answer, since) {
      answers.push({ answer, until: since + leaseMs })
    },
    send() {
      for (const { answer, until } of answers) if (performance.now() < until) answer()
      answers = []
    },
  }
}

export async function takenFrom(message: JsMsg, subject: string, parts: TakenParts): Promise<Taken> {
  const { connection, durable, unhandled } = parts
  const takenAt = performance.now()
  const before = message.info.deliveryCount === 1 ? UNTRIED : await parts.attempts.begin(connection, message.seq)
  let isAnswered = false
  unhandled.set(message.seq, publishedAt(message))
  // A slow handler may end after the bus was closed; its event is redelivered.
  function ifOpen(act: () => void): void {
    if (!connection.isClosed()) act()
  }
  function retryIn(delayMs: number): void {
    isAnswered = true
    ifOpen(() => message.nak(delayMs))
  }
  const taken = {
    id: eventIdOf(message),
    subject,
    text: message.string(),
    publishedAt: publishedAt(message),
    attempt: before.attempts + 1,
    outages: before.outages,
  }
  return {
    ...taken,
    done() {
      unhandled.delete(message.seq)
      ifOpen(() => (isAnswered ? acknowledgeLate(connection, message) : message.ack()))
    },
    again: retryIn,
    async postpone(delayMs) {
      try {
        await parts.attempts.postpone(connection, message.seq, before)
      } catch (error) {
        parts.unsent.add(() => retryIn(delayMs), takenAt)
        throw error
      }
      retryIn(delayMs)
    },
    async park(error) {
      await parkOnNats(connection, parts, { ...taken, durable, attempts: taken.attempt }, error)
      isAnswered = true
      unhandled.delete(message.seq)
      ifOpen(() => message.term())
    },
  }
}

/** The client responds to a message only once; the server also accepts a later acknowledgement. */
function acknowledgeLate(connection: NatsConnection, message: JsMsg): void {
  if ('reply' in message && typeof message.reply === 'string') connection.publish(message.reply, '+ACK')
}
