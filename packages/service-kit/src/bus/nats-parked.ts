import { randomUUID } from 'node:crypto'
import type { JetStreamManager, NatsConnection, StoredMsg } from 'nats'
import { appendTo } from './nats-append.ts'
import { consumersOf } from './nats-consumer.ts'
import { openNatsLink } from './nats-link.ts'
import { replayHeaders } from './nats-message.ts'
import { readParked } from './nats-parking.ts'
import { ensureParked, ensureStream, found, manager, type NatsNames, NO_MESSAGE, natsNames } from './nats-stream.ts'
import { type BusTuning, DEFAULT_TUNING } from './options.ts'
import { type ListedEvent, notSubscribed, type ParkedEvents, type ParkedKey, type ParkedOptions } from './parked.ts'

/** To delete. */
const NO_SEQUENCE = 10043
const CONNECT_MS = 5_000

/** Throws UNAVAILABLE if the server does not answer within 5 s. */
export async function openNatsParked(url: string, options: ParkedOptions): Promise<ParkedEvents> {
  const names = natsNames(options.prefix)
  const tuning = { ...DEFAULT_TUNING, ...options }
  const link = await openNatsLink(url, 'events', options.log)
  try {
    const connection = await link.connection(CONNECT_MS)
    const jsm = await manager(connection)
    await ensureParked(jsm, names, tuning)
    return { ...parkedOn(connection, jsm, names, tuning), close: () => link.close() }
  } catch (error) {
    await link.close()
    throw error
  }
}

function parkedOn(
  connection: NatsConnection,
  jsm: JetStreamManager,
  names: NatsNames,
  { keepParkedMs }: BusTuning,
): Pick<ParkedEvents, 'list' | 'replay' | 'discard'> {
  async function* list(): AsyncGenerator<ListedEvent> {
    for (let seq = 1; ; ) {
      const query = { seq, next_by_subj: names.parkedOf('*') }
      const message = await found(jsm.streams.getMessage(names.parked, query), NO_MESSAGE)
      if (!message) return
      const event = readParked(message, names)
      yield { ...event, expiresAt: event.parkedAt + keepParkedMs }
      seq = message.seq + 1
    }
  }

  function stored({ durable, id }: ParkedKey): Promise<StoredMsg | undefined> {
    const query = { last_by_subj: names.parkedEvent(durable, id) }
    return found(jsm.streams.getMessage(names.parked, query), NO_MESSAGE)
  }

  /** By sequence number: the event may have been parked again meanwhile. */
  async function remove({ seq }: StoredMsg): Promise<boolean> {
    return (await found(jsm.streams.deleteMessage(names.parked, seq, false), NO_MESSAGE, NO_SEQUENCE)) ?? false
  }

  async function replay(key: ParkedKey): Promise<boolean> {
    const message = await stored(key)
    if (!message) return false
    const { durable, subject, id, text } = readParked(message, names)
    const consumers = await consumersOf(jsm, names.stream, durable)
    const subjects = consumers.flatMap(({ config }) => config.description?.split(' ').slice(1) ?? [])
    if (!subjects.includes(subject)) throw notSubscribed(durable, subject)
    const headers = replayHeaders(durable, id)
    const ensure = () => ensureStream(jsm, names, DEFAULT_TUNING)
    await appendTo(connection, ensure, { subject: names.event(subject), text, headers, msgID: randomUUID() })
    await remove(message)
    return true
  }

  async function discard(key: ParkedKey): Promise<boolean> {
    const message = await stored(key)
    return message !== undefined && (await remove(message))
  }

  return { list, replay, discard }
}
