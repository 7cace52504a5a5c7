import { hash } from 'node:crypto'
import {
  DiscardPolicy,
  ErrorCode,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from 'nats'
import type { BusTuning } from './options.ts'

export interface NatsNames {
  stream: string
  /** Streams of their own for parked events, and for how many outages an event has met. */
  parked: string
  outages: string
  event(subject: string): string
  question(subject: string): string
  broadcast(subject: string): string
  /** One subject for each event and durable, so that a repeated write replaces the first. */
  parkedEvent(durable: string, id: string): string
  parkedOf(durable: string): string
  durableOf(parkedSubject: string): string
  outagesOf(consumer: string, seq: number | '*'): string
  subjectOf(eventSubject: string): string
}

const DEFAULT_PREFIX = 'aangan'

export function natsNames(prefix = DEFAULT_PREFIX): NatsNames {
  const events = `${prefix}.event.`
  const parked = `${prefix}.parked.`
  return {
    stream: `${prefix}-events`,
    parked: `${prefix}-parked`,
    outages: `${prefix}-outages`,
    event: (subject) => events + subject,
    question: (subject) => `${prefix}.ask.${subject}`,
    broadcast: (subject) => `${prefix}.broadcast.${subject}`,
    parkedEvent: (durable, id) => `${parked}${durable}.${hash('sha256', id)}`,
    parkedOf: (durable) => `${parked}${durable}.*`,
    durableOf: (parkedSubject) => parkedSubject.slice(parked.length).split('.', 1)[0] ?? '',
    outagesOf: (consumer, seq) => `${prefix}.outages.${consumer}.${seq}`,
    subjectOf: (eventSubject) => eventSubject.slice(events.length),
  }
}

export const STREAM_NOT_FOUND = 10059
export const NO_MESSAGE = 10037
const API_TIMEOUT_MS = 2_000

export function manager(connection: NatsConnection): Promise<JetStreamManager> {
  return connection.jetstreamManager({ checkAPI: false, timeout: API_TIMEOUT_MS })
}

/** A stream cannot change these once it exists. */
const FIXED = { storage: StorageType.File, retention: RetentionPolicy.Limits }

type Wanted = Partial<StreamConfig> & { name: string }

/** Creates or updates the stream of events. */
export function ensureStream(jsm: JetStreamManager, names: NatsNames, tuning: BusTuning): Promise<StreamInfo> {
  return ensure(jsm, {
    name: names.stream,
    subjects: [names.event('>')],
    discard: DiscardPolicy.Old,
    max_age: nanos(tuning.keepMs),
    duplicate_window: nanos(tuning.dedupeMs),
  })
}

export function ensureParked(jsm: JetStreamManager, names: NatsNames, tuning: BusTuning): Promise<StreamInfo> {
  const latest = { max_msgs_per_subject: 1, max_age: nanos(tuning.keepParkedMs) }
  return ensure(jsm, { name: names.parked, subjects: [names.parkedOf('*')], ...latest })
}

export function ensureOutages(jsm: JetStreamManager, names: NatsNames, tuning: BusTuning): Promise<StreamInfo> {
  const latest = { max_msgs_per_subject: 1, max_age: nanos(tuning.keepMs) }
  return ensure(jsm, { name: names.outages, subjects: [names.outagesOf('*', '*')], ...latest })
}

/** Settings added by operators (replicas, limits) are preserved. */
async function ensure(jsm: JetStreamManager, wanted: Wanted): Promise<StreamInfo> {
  const info = await found(jsm.streams.info(wanted.name), STREAM_NOT_FOUND)
  if (!info) return jsm.streams.add({ ...wanted, ...FIXED })
  return differs(info.config, wanted) ? updated(jsm, { ...info, config: { ...info.config, ...wanted } }) : info
}

/** With permissions only the operator may update it. It is the same log either way. */
async function updated(jsm: JetStreamManager, info: StreamInfo): Promise<StreamInfo> {
  try {
    return await jsm.streams.update(info.config.name, info.config)
  } catch (error) {
    if (error instanceof NatsError && error.code === ErrorCode.PermissionsViolation) return info
    throw error
  }
}

export function differs<T extends object>(config: T, wanted: Partial<T>): boolean {
  return Object.entries(wanted).some(([key, value]) => JSON.stringify(config[key as keyof T]) !== JSON.stringify(value))
}

export async function found<T>(lookup: Promise<T>, ...notFound: number[]): Promise<T | undefined> {
  try {
    return await lookup
  } catch (error) {
    if (error instanceof NatsError && notFound.includes(error.api_error?.err_code ?? 0)) return undefined
    throw error
  }
}
