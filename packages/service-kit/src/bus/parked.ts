import type { Logger } from 'pino'
import { AppError } from '../errors.ts'

/** An event that a durable could not handle. */
export interface ParkedEvent {
  durable: string
  subject: string
  id: string
  /** Its JSON, or whatever was published instead. */
  text: string
  attempts: number
  /** The last error, with its causes. */
  error: string
  /** Both in epoch milliseconds. */
  publishedAt: number
  parkedAt: number
}

/** With the time of its removal, in epoch milliseconds. */
export interface ListedEvent extends ParkedEvent {
  expiresAt: number
}

export type ParkedKey = Pick<ParkedEvent, 'durable' | 'id'>

export interface ParkedEvents {
  /** The longest parked first. */
  list(): AsyncIterable<ListedEvent>
  /**
   * Delivers it again, to its durable only and with all attempts; if it fails again, it is parked again. Returns false
   * if it is no longer parked. Throws CONFLICT if nothing subscribes to its subject under the name of the durable.
   */
  replay(key: ParkedKey): Promise<boolean>
  /** Returns false if it is no longer parked. */
  discard(key: ParkedKey): Promise<boolean>
  close(): Promise<void>
}

export interface ParkedOptions {
  log: Logger
  /** As for `openBus`. */
  prefix?: string
  /** As in `BusTuning`; 30 days by default. On NATS it becomes that of the stream. */
  keepParkedMs?: number
}

const MAX_ERROR_LENGTH = 2_000

export function describeError(error: unknown): string {
  const texts: string[] = []
  for (let each = error; each !== undefined; each = each instanceof Error ? each.cause : undefined) {
    texts.push(String(each))
    if (texts.length === 5) break
  }
  return texts.join('; because: ').slice(0, MAX_ERROR_LENGTH)
}

export function notSubscribed(durable: string, subject: string): AppError {
  return new AppError(
    'CONFLICT',
    `Nothing has subscribed to ${subject} as ${durable}: start its service first, or discard the event`,
  )
}
