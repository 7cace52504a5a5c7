import type { JetStreamManager, NatsConnection } from 'nats'
import { appendTo } from './nats-append.ts'
import { headersOf } from './nats-message.ts'
import { ensureOutages, found, manager, type NatsNames, NO_MESSAGE, STREAM_NOT_FOUND } from './nats-stream.ts'
import type { BusTuning } from './options.ts'

export interface Tried {
  /** Attempts that count: begun, and not ended by an outage. */
  attempts: number
  outages: number
}

export const UNTRIED: Tried = { attempts: 0, outages: 0 }

export interface Attempts {
  /**
   * Counts an attempt, before it begins: one that kills its process counts. Returns what was before it. Call it for an
   * event that the server delivered before; the first delivery is not noted.
   */
  begin(connection: NatsConnection, seq: number): Promise<Tried>
  /** Counts an outage instead of the attempt. Throws if the bus is away; this process then remembers it. */
  postpone(connection: NatsConnection, seq: number, before: Tried): Promise<void>
}

/** Beside the number of outages, which is the message's text: releases before this header read that alone. */
const ATTEMPTS = 'Aangan-Attempts'

/**
 * The server's count of deliveries cannot be used: it also rises, dozens of times in a second, when the server looks
 * for a reader of an event and none is waiting (seen on 2.9.10). So attempts are counted here, shared by all processes.
 * An event without a note that comes again was tried once.
 */
export function createAttempts(names: NatsNames, consumer: string, tuning: BusTuning): Attempts {
  const unstored = new Map<number, Tried>()

  async function stored(jsm: JetStreamManager, seq: number): Promise<Tried> {
    const query = { last_by_subj: names.outagesOf(consumer, seq) }
    const message = await found(jsm.streams.getMessage(names.outages, query), NO_MESSAGE, STREAM_NOT_FOUND)
    if (!message) return { attempts: 1, outages: 0 }
    return { attempts: Number(message.header.get(ATTEMPTS)), outages: Number(message.string()) }
  }

  async function store(connection: NatsConnection, seq: number, { attempts, outages }: Tried): Promise<void> {
    await appendTo(connection, (jsm) => ensureOutages(jsm, names, tuning), {
      subject: names.outagesOf(consumer, seq),
      text: String(outages),
      headers: headersOf({ [ATTEMPTS]: String(attempts) }),
    })
    unstored.delete(seq)
  }

  return {
    async begin(connection, seq) {
      const before = unstored.get(seq) ?? (await stored(await manager(connection), seq))
      await store(connection, seq, { ...before, attempts: before.attempts + 1 })
      return before
    },
    async postpone(connection, seq, { attempts, outages }) {
      const tried = { attempts, outages: outages + 1 }
      unstored.set(seq, tried)
      await store(connection, seq, tried)
    },
  }
}
