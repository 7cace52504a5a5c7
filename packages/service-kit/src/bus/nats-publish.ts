import { setTimeout as pause } from 'node:timers/promises'
import { ErrorCode, type NatsConnection, NatsError } from 'nats'
import { AppError } from '../errors.ts'
import type { NatsLink } from './nats-link.ts'
import { ensureStream, manager, type NatsNames } from './nats-stream.ts'
import type { BusTuning } from './options.ts'

const ACK_TIMEOUT_MS = 2_000
const PAUSE_MS = 100

/**
 * Publishes until JetStream acknowledges, for at most `publishTimeoutMs`; the id makes trying again harmless. Rejects
 * with UNAVAILABLE; the event may have been kept even so.
 */
export async function publishToStream(
  link: NatsLink,
  names: NatsNames,
  tuning: BusTuning,
  { id, subject, text }: { id: string; subject: string; text: string },
): Promise<void> {
  const payload = Buffer.from(text)
  const deadline = Date.now() + tuning.publishTimeoutMs
  for (;;) {
    const connection = await link.connection(remaining(deadline))
    try {
      const timeout = Math.min(ACK_TIMEOUT_MS, remaining(deadline))
      await connection.jetstream().publish(names.event(subject), payload, { msgID: id, timeout })
      return
    } catch (error) {
      if (error instanceof NatsError && error.code === ErrorCode.MaxPayloadExceeded) throw tooLarge(id, error)
      if (remaining(deadline) === SHORTEST_MS) throw notKept(id, error)
      await prepare(connection, names, tuning, error)
    }
  }
}

/** Without its stream an event has no responder: the first publisher makes it, also after the server lost its store. */
async function prepare(connection: NatsConnection, names: NatsNames, tuning: BusTuning, error: unknown): Promise<void> {
  await pause(PAUSE_MS)
  if (!(error instanceof NatsError) || error.code !== ErrorCode.NoResponders) return
  try {
    await ensureStream(await manager(connection), names, tuning)
  } catch (cause) {
    throw new AppError('UNAVAILABLE', `NATS keeps no events (${String(cause)}); is JetStream on?`, { cause })
  }
}

const SHORTEST_MS = 1

function remaining(deadline: number): number {
  return Math.max(deadline - Date.now(), SHORTEST_MS)
}

/** The server's own limit may be lower than ours. */
function tooLarge(id: string, cause: NatsError): AppError {
  return new AppError('TOO_LARGE', `The event ${id} is larger than the max_payload of this NATS`, { cause })
}

function notKept(id: string, cause: unknown): AppError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new AppError('UNAVAILABLE', `NATS did not keep the event ${id} (${why}); try again`, { cause })
}
