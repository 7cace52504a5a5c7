import { setTimeout as pause } from 'node:timers/promises'
import { ErrorCode, type NatsConnection, NatsError } from 'nats'
import { AppError } from '../errors.ts'
import type { NatsLink } from './nats-link.ts'
import { ensureStream, manager, type NatsNames } from './nats-stream.ts'
import type { BusTuning } from './options.ts'

const ACK_TIMEOUT_MS = 2_000
const PAUSE_MS = 100

/** Retries for `publishTimeoutMs`. Rejects with UNAVAILABLE; the event may be stored even so. */
export async function publishToStream(
  link: NatsLink,
  names: NatsNames,
  tuning: BusTuning,
  { id, subject, text }: { id: string; subject: string; text: string },
): Promise<void> {
  const payload = Buffer.from(text)
  const deadline = performance.now() + tuning.publishTimeoutMs
  for (;;) {
    const connection = await link.connection(remaining(deadline))
    try {
      const timeout = Math.min(ACK_TIMEOUT_MS, remaining(deadline))
      await connection.jetstream().publish(names.event(subject), payload, { msgID: id, timeout })
      return
    } catch (error) {
      if (error instanceof NatsError && error.code === ErrorCode.MaxPayloadExceeded) throw tooLarge(id, error)
      if (remaining(deadline) === SHORTEST_MS) throw notStored(id, error)
      await prepare(connection, names, tuning, error)
    }
  }
}

/** No responder means no stream: the first publisher creates it, also after the server lost its store. */
async function prepare(connection: NatsConnection, names: NatsNames, tuning: BusTuning, error: unknown): Promise<void> {
  await pause(PAUSE_MS)
  if (!(error instanceof NatsError) || error.code !== ErrorCode.NoResponders) return
  try {
    await ensureStream(await manager(connection), names, tuning)
  } catch (cause) {
    throw new AppError('UNAVAILABLE', `NATS stores no events (${String(cause)}); check that JetStream is enabled`, {
      cause,
    })
  }
}

const SHORTEST_MS = 1

function remaining(deadline: number): number {
  return Math.max(deadline - performance.now(), SHORTEST_MS)
}

function tooLarge(id: string, cause: NatsError): AppError {
  return new AppError('TOO_LARGE', `The event ${id} exceeds max_payload of the NATS server; raise it to 1 MB or more`, {
    cause,
  })
}

function notStored(id: string, cause: unknown): AppError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new AppError('UNAVAILABLE', `NATS did not store the event ${id} (${why}); try again`, { cause })
}
