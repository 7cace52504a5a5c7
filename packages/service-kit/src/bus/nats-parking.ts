import type { NatsConnection, StoredMsg } from 'nats'
import { appendTo } from './nats-append.ts'
import { headersOf } from './nats-message.ts'
import { ensureParked, type NatsNames } from './nats-stream.ts'
import type { BusTuning } from './options.ts'
import { describeError, type ParkedEvent } from './parked.ts'

const FACTS = 'Aangan-Parked'

type Parking = Omit<ParkedEvent, 'error' | 'parkedAt'>

/** Parking an event twice replaces the first. */
export async function parkOnNats(
  connection: NatsConnection,
  { names, tuning }: { names: NatsNames; tuning: BusTuning },
  { text, ...event }: Parking,
  error: unknown,
): Promise<void> {
  // Encoded, since a header holds neither line breaks nor other alphabets.
  const { durable, ...others } = event
  const facts = encodeURIComponent(JSON.stringify({ ...others, error: describeError(error) }))
  await appendTo(connection, (jsm) => ensureParked(jsm, names, tuning), {
    subject: names.parkedEvent(durable, event.id),
    text,
    headers: headersOf({ [FACTS]: facts }),
  })
}

/** Whose it is, the subject says: a part may park events of its own durables alone. */
export function readParked(message: StoredMsg, names: NatsNames): ParkedEvent {
  const facts = JSON.parse(decodeURIComponent(message.header.get(FACTS)))
  const durable = names.durableOf(message.subject)
  return { ...facts, durable, text: message.string(), parkedAt: message.time.getTime() }
}
