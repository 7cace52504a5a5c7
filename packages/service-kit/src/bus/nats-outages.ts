import type { JetStreamManager, NatsConnection } from 'nats'
import { appendTo } from './nats-append.ts'
import { ensureOutages, found, manager, type NatsNames, NO_MESSAGE, STREAM_NOT_FOUND } from './nats-stream.ts'
import type { BusTuning } from './options.ts'

export interface Outages {
  /** How many deliveries of this event met an outage. */
  of(connection: NatsConnection, seq: number): Promise<number>
  /** Throws if the bus is away; this process then remembers the number. */
  note(connection: NatsConnection, seq: number, outages: number): Promise<void>
}

/**
 * The server counts every delivery of an event, so those that met an outage are counted here and subtracted: the count
 * is shared by all processes and survives them, and a process that dies leaves its delivery to count as a failure.
 */
export function createOutages(names: NatsNames, consumer: string, tuning: BusTuning): Outages {
  const unstored = new Map<number, number>()

  async function stored(jsm: JetStreamManager, seq: number): Promise<number> {
    const query = { last_by_subj: names.outagesOf(consumer, seq) }
    const message = await found(jsm.streams.getMessage(names.outages, query), NO_MESSAGE, STREAM_NOT_FOUND)
    return Number(message?.string() ?? 0)
  }

  return {
    async of(connection, seq) {
      return Math.max(await stored(await manager(connection), seq), unstored.get(seq) ?? 0)
    },
    async note(connection, seq, outages) {
      unstored.set(seq, outages)
      const ensure = (jsm: JetStreamManager) => ensureOutages(jsm, names, tuning)
      await appendTo(connection, ensure, { subject: names.outagesOf(consumer, seq), text: String(outages) })
      unstored.delete(seq)
    },
  }
}
