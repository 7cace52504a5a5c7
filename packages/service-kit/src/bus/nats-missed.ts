import { AckPolicy, DeliverPolicy, type JetStreamManager, type JsMsg, type NatsConnection, nanos } from 'nats'
import type { Logger } from 'pino'
import type { NatsLink } from './nats-link.ts'
import { ensureStream, manager, type NatsNames } from './nats-stream.ts'
import type { BusTuning } from './options.ts'

/** What is on its way into the stream while it is read for the first time is there when it is read again. */
const READS = 2
const FETCH = { max_messages: 500, expires: 2_000 }
const FORGET_MS = 30_000

interface Known {
  /** When the stream was made: one of another time is another one. */
  created: string
  newest: number
  /** Up to here everything was heard: the end of the stream a look earlier, since a cluster may lag. */
  heard: number
}

interface Missing {
  subjects: readonly string[]
  take(message: JsMsg): void
  onGap(): void
  log: Logger
}

/** Knows how far the stream was when plain subscriptions last heard everything, and reads what they missed. */
export function createMissed(
  link: NatsLink,
  names: NatsNames,
  { subjects, take, onGap, log }: Missing,
  tuning: BusTuning,
) {
  let known: Known | undefined
  let readsOwed = 0

  function tellGap(heard: number): void {
    log.warn({ subjects, after: known?.heard }, 'Events may have been removed before they were heard')
    onGap()
    if (known) known.heard = heard
    readsOwed = READS
  }

  async function read(connection: NatsConnection, jsm: JetStreamManager, after: number): Promise<void> {
    const { name, num_pending } = await jsm.consumers.add(names.stream, {
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: after + 1,
      filter_subject: names.filter(subjects),
      inactive_threshold: nanos(FORGET_MS),
      mem_storage: true,
      num_replicas: 1,
    })
    const consumer = await connection.jetstream().consumers.get(names.stream, name)
    for (let left = num_pending; left > 0; ) {
      const before = left
      const messages = await consumer.fetch({ ...FETCH, max_messages: Math.min(left, FETCH.max_messages) })
      for await (const message of messages) {
        left -= 1
        take(message)
      }
      if (left === before) throw new Error(`${left} events of the stream did not come`)
    }
  }

  return {
    /** Something may not have been heard since the last look. */
    owe(): void {
      readsOwed = READS
    },
    /** Reads what is owed, and notes how far the stream is. Call it every second. Rejects where NATS does not answer. */
    async look(): Promise<void> {
      const connection = await link.connection(0)
      const jsm = await manager(connection)
      const { created, state } = await ensureStream(jsm, names, tuning)
      const newest = state.last_seq
      if (known === undefined) readsOwed = 0
      known ??= { created, newest, heard: newest }
      if (created !== known.created || newest < known.newest) tellGap(0)
      else if (readsOwed > 0 && state.first_seq > known.heard + 1) tellGap(state.first_seq - 1)
      if (readsOwed === 0) known.heard = known.newest
      else {
        await read(connection, jsm, known.heard)
        readsOwed -= 1
      }
      known.newest = newest
      known.created = created
    },
  }
}
