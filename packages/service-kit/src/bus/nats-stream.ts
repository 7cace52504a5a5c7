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
  event(subject: string): string
  question(subject: string): string
  broadcast(subject: string): string
  subjectOf(eventSubject: string): string
}

export function natsNames(prefix: string): NatsNames {
  const events = `${prefix}.event.`
  return {
    stream: `${prefix}-events`,
    event: (subject) => events + subject,
    question: (subject) => `${prefix}.ask.${subject}`,
    broadcast: (subject) => `${prefix}.broadcast.${subject}`,
    subjectOf: (eventSubject) => eventSubject.slice(events.length),
  }
}

const STREAM_NOT_FOUND = 10059
const API_TIMEOUT_MS = 2_000

export function manager(connection: NatsConnection): Promise<JetStreamManager> {
  return connection.jetstreamManager({ checkAPI: false, timeout: API_TIMEOUT_MS })
}

/** Creates or updates the stream; settings added by operators (replicas, limits) are preserved. */
export async function ensureStream(jsm: JetStreamManager, names: NatsNames, tuning: BusTuning): Promise<StreamInfo> {
  const wanted = streamConfig(names, tuning)
  const info = await found(jsm.streams.info(names.stream), STREAM_NOT_FOUND)
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

/** A stream cannot change these once it exists. */
const FIXED = { storage: StorageType.File, retention: RetentionPolicy.Limits }

function streamConfig(names: NatsNames, tuning: BusTuning) {
  return {
    name: names.stream,
    subjects: [names.event('>')],
    discard: DiscardPolicy.Old,
    max_age: nanos(tuning.keepMs),
    duplicate_window: nanos(tuning.dedupeMs),
  } satisfies Partial<StreamConfig>
}

export function differs<T extends object>(config: T, wanted: Partial<T>): boolean {
  return Object.entries(wanted).some(([key, value]) => JSON.stringify(config[key as keyof T]) !== JSON.stringify(value))
}

export async function found<T>(lookup: Promise<T>, notFound: number): Promise<T | undefined> {
  try {
    return await lookup
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.err_code === notFound) return undefined
    throw error
  }
}
