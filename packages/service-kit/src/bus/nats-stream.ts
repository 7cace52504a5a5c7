import {
  DiscardPolicy,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from 'nats'
import { peopleOf } from './attend.ts'
import type { Between, BusTuning } from './options.ts'

/** Names on the server: one stream for all events of a site; its questions and broadcasts are on core NATS. */
export interface NatsNames {
  stream: string
  /** Where an event goes: of one that concerns two people, their ids are the last two words. */
  event(subject: string, data: unknown): string
  /** One filter that lets all events of these subjects pass, and perhaps others. */
  filter(subjects: readonly string[]): string
  /** The events of a subject between this person and anybody. */
  eventsOf(subject: string, person: string): string[]
  question(subject: string): string
  broadcast(subject: string): string
  /** The subject as the contracts name it. */
  subjectOf(eventSubject: string): string
  /** The two whom an event concerns. */
  peopleOf(eventSubject: string): string[]
}

export function natsNames(prefix: string, between: Between): NatsNames {
  const events = `${prefix}.event.`
  const isBetween = (subject: string) => Object.hasOwn(between, subject)
  return {
    stream: `${prefix}-events`,
    event: (subject, data) => [events + subject, ...(peopleOf(between, subject, data) ?? [])].join('.'),
    filter(subjects) {
      const common = commonSubject(subjects)
      return events + (isBetween(common) ? `${common}.*.*` : common)
    },
    eventsOf: (subject, person) => [`${events}${subject}.${person}.*`, `${events}${subject}.*.${person}`],
    question: (subject) => `${prefix}.ask.${subject}`,
    broadcast: (subject) => `${prefix}.broadcast.${subject}`,
    subjectOf(eventSubject) {
      const subject = eventSubject.slice(events.length)
      return Object.keys(between).find((each) => subject.startsWith(`${each}.`)) ?? subject
    },
    peopleOf: (eventSubject) => eventSubject.split('.').slice(-2),
  }
}

/**
 * One filter that lets all these subjects pass, and perhaps others, which the consumer skips: servers before 2.10 take
 * no list of filters.
 */
function commonSubject(subjects: readonly string[]): string {
  const [first = '', ...others] = new Set(subjects)
  if (others.length === 0) return first
  const words = first.split('.').slice(0, -1)
  while (words.length > 0 && !others.every((each) => each.startsWith(`${words.join('.')}.`))) words.pop()
  return [...words, '>'].join('.')
}

const STREAM_NOT_FOUND = 10059
const API_TIMEOUT_MS = 2_000

export function manager(connection: NatsConnection): Promise<JetStreamManager> {
  return connection.jetstreamManager({ checkAPI: false, timeout: API_TIMEOUT_MS })
}

/** Makes the stream, or brings an older one up to date; what operators set besides (replicas, limits) stays. */
export async function ensureStream(jsm: JetStreamManager, names: NatsNames, tuning: BusTuning): Promise<StreamInfo> {
  const wanted = streamConfig(names, tuning)
  const info = await found(jsm.streams.info(names.stream), STREAM_NOT_FOUND)
  if (!info) return jsm.streams.add({ ...wanted, ...FIXED })
  return differs(info.config, wanted) ? jsm.streams.update(names.stream, { ...info.config, ...wanted }) : info
}

/** What a stream cannot change once it is there. */
const FIXED = { storage: StorageType.File, retention: RetentionPolicy.Limits }

function streamConfig(names: NatsNames, tuning: BusTuning) {
  return {
    name: names.stream,
    subjects: [names.filter(['>'])],
    discard: DiscardPolicy.Old,
    max_age: nanos(tuning.keepMs),
    duplicate_window: nanos(tuning.dedupeMs),
  } satisfies Partial<StreamConfig>
}

export function differs<T extends object>(config: T, wanted: Partial<T>): boolean {
  return Object.entries(wanted).some(([key, value]) => JSON.stringify(config[key as keyof T]) !== JSON.stringify(value))
}

export async function found<T>(looking: Promise<T>, notFound: number): Promise<T | undefined> {
  try {
    return await looking
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.err_code === notFound) return undefined
    throw error
  }
}
