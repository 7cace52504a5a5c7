import type { Logger } from 'pino'
import { type Static, Type } from 'typebox'
import type { Metrics } from '../metrics.ts'

export interface BusOptions {
  /** For logs and NATS's list of connections. */
  name: string
  log: Logger
  metrics?: Metrics
  /** Separates sites on one NATS server; `aangan` by default. */
  prefix?: string
  tuning?: Partial<BusTuning>
}

export interface BusTuning {
  publishTimeoutMs: number
  /** Backoff after the first failed attempt or outage; doubles with each further one up to `lastDelayMs`. */
  firstDelayMs: number
  lastDelayMs: number
  /** How long a repeated event id is recognised. NATS holds these ids in memory. */
  dedupeMs: number
  /** How long events are kept for consumers that have not handled them yet, and postponed by outages: see `deliver`. */
  keepMs: number
  /** How long parked events are kept: they may hold personal data. */
  keepParkedMs: number
}

export const DEFAULT_PREFIX = 'aangan'

const DAY_MS = 24 * 60 * 60_000
const DEFAULT_PARKED_DAYS = 30

/** Settings of every process that opens a bus. */
export const BusSettings = Type.Object({
  /** How long an event that could not be handled is kept for an operator. */
  PARKED_DAYS: Type.Integer({ minimum: 1, maximum: 3_650, default: DEFAULT_PARKED_DAYS }),
})

export function keepParkedMs({ PARKED_DAYS }: Static<typeof BusSettings>): number {
  return PARKED_DAYS * DAY_MS
}

export const DEFAULT_TUNING: BusTuning = {
  publishTimeoutMs: 5_000,
  firstDelayMs: 250,
  lastDelayMs: 60_000,
  dedupeMs: 10 * 60_000,
  keepMs: 14 * DAY_MS,
  keepParkedMs: DEFAULT_PARKED_DAYS * DAY_MS,
}

export const DEFAULT_ACK_WAIT_MS = 30_000
export const DEFAULT_MAX_ATTEMPTS = 100

/** Added to the handler's limit, so that a live process gives up first and sets the backoff. */
export const LEASE_MARGIN_MS = 1_000

/** Keeps the product finite. */
const MAX_DOUBLINGS = 30

export function redeliveryDelay(tuning: BusTuning, attempt: number): number {
  return Math.min(tuning.firstDelayMs * 2 ** Math.min(attempt - 1, MAX_DOUBLINGS), tuning.lastDelayMs)
}
