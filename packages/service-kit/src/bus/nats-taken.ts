import type { JsMsg, NatsConnection } from 'nats'
import type { Taken } from './deliver.ts'
import type { Unhandled } from './nats-backlog.ts'
import { eventIdOf, publishedAt } from './nats-message.ts'
import type { Outages } from './nats-outages.ts'
import { parkOnNats } from './nats-parking.ts'
import type { NatsNames } from './nats-stream.ts'
import type { BusTuning } from './options.ts'

export interface TakenParts {
  connection: NatsConnection
  names: NatsNames
  tuning: BusTuning
  durable: string
  outages: Outages
  unhandled: Unhandled
}

export async function takenFrom(message: JsMsg, subject: string, parts: TakenParts): Promise<Taken> {
  const { connection, durable, unhandled } = parts
  const { deliveryCount } = message.info
  const outages = deliveryCount === 1 ? 0 : await parts.outages.of(connection, message.seq)
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
    attempt: Math.max(1, deliveryCount - outages),
    outages,
  }
  return {
    ...taken,
    done() {
      unhandled.delete(message.seq)
      ifOpen(() => (isAnswered ? acknowledgeLate(connection, message) : message.ack()))
    },
    again: retryIn,
    async postpone(delayMs) {
      await parts.outages.note(connection, message.seq, outages + 1)
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
