import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'

/** What a bus is opened with. Times are milliseconds. */
export interface BusOptions {
  /** Whose bus this is: a service's name, for logs and for NATS's list of connections. */
  name: string
  log: Logger
  /** Where events are counted; nowhere unless given. */
  metrics?: Metrics
  /** Sets sites on one NATS server apart; an embedded site has a file of its own. `aangan` unless told. */
  prefix?: string
  tuning?: Partial<BusTuning>
}

export interface BusTuning {
  /** How long `publish` tries before it gives up. */
  publishTimeoutMs: number
  /** The wait after a first failed attempt; it doubles with every further one up to `lastDelayMs`. */
  firstDelayMs: number
  lastDelayMs: number
  /** For how long a repeated event id is recognised. NATS holds these ids in memory. */
  dedupeMs: number
  /** Events are kept this long for consumers that have not seen them yet. */
  keepMs: number
}

export const DEFAULT_TUNING: BusTuning = {
  publishTimeoutMs: 5_000,
  firstDelayMs: 250,
  lastDelayMs: 60_000,
  dedupeMs: 10 * 60_000,
  keepMs: 14 * 24 * 60 * 60_000,
}

export const DEFAULT_ACK_WAIT_MS = 30_000
export const DEFAULT_MAX_ATTEMPTS = 100

/**
 * The bus gives an event to someone else this much later than the handler's own limit, so that it is the process which
 * gives up first and sets the growing delay; only the event of a dead process runs into the bus's limit.
 */
export const LEASE_MARGIN_MS = 1_000

/** The wait before the next attempt, given how many there were. */
export function redeliveryDelay(tuning: BusTuning, attempt: number): number {
  return Math.min(tuning.firstDelayMs * 2 ** (attempt - 1), tuning.lastDelayMs)
}
