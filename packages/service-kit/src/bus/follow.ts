import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Following } from './bus.ts'
import type { BusCounters } from './counters.ts'
import { type BusTuning, redeliveryDelay } from './options.ts'
import { decode } from './wire.ts'
import { rest } from './worker.ts'

export interface Entry {
  position: number
  id: string
  subject: string
  text: string
}

/** Events were removed before they were read. What is left to read comes after `position`. */
export interface Missing {
  missing: true
  position: number
}

/** The log as one follower reads it: a SQLite file or a JetStream stream. */
export interface Tail {
  /** The position of the newest event; null while the bus is away. */
  end(): Promise<number | null>
  /** What comes next after this position, or null after a while without anything. Tells once of events that are missing. */
  next(after: number): Promise<Entry | Missing | null>
  /** Makes a waiting `next` return null. */
  stop(): void
}

export interface FollowRules {
  from: 'now' | { after: number }
  subjects: readonly string[]
  handle(event: { id: string; subject: string; data: unknown; position: number }): Promise<void>
  onGap(gap: { after: number }): Promise<void>
  tuning: BusTuning
  counters: BusCounters
  log: Logger
}

/** Handles what is in the log, one after the other until stopped. Resolves once it is known where that starts. */
export async function startFollower(tail: Tail, rules: FollowRules): Promise<Following> {
  const stopping = new AbortController()
  const start = rules.from === 'now' ? await endOf(tail, rules.log) : rules.from.after
  const running = follow(tail, rules, start, stopping.signal)
  return {
    after: start,
    async stop() {
      stopping.abort()
      tail.stop()
      await running
    },
  }
}

async function endOf(tail: Tail, log: Logger): Promise<number | null> {
  try {
    return await tail.end()
  } catch (error) {
    log.warn({ err: error }, 'The end of the log is not known yet; trying again')
    return null
  }
}

async function follow(tail: Tail, rules: FollowRules, start: number | null, stopping: AbortSignal): Promise<void> {
  let position = start
  let failures = 0
  while (!stopping.aborted) {
    try {
      position ??= await begin(tail, rules, stopping)
      const found = position === null ? null : await tail.next(position)
      if (position !== null && found) position = await pass(found, position, rules, stopping)
      failures = 0
    } catch (error) {
      failures += 1
      await rest(rules.log, { subjects: rules.subjects }, failures, error, stopping)
    }
  }
}

/** Of a follower that started while the bus was away: what was published until now may be missing. */
async function begin(tail: Tail, rules: FollowRules, stopping: AbortSignal): Promise<number | null> {
  const after = await tail.end()
  if (after !== null) await insist(() => rules.onGap({ after }), rules, { after }, stopping)
  return after
}

/** @returns the position to go on from. */
async function pass(found: Entry | Missing, after: number, rules: FollowRules, stopping: AbortSignal): Promise<number> {
  if ('missing' in found) {
    rules.log.warn({ subjects: rules.subjects, after }, 'Events may have been removed before they were followed')
    await insist(() => rules.onGap({ after }), rules, { after }, stopping)
    return found.position
  }
  const { id, subject, position, text } = found
  const parsed = parse(text)
  if ('error' in parsed) {
    rules.counters.delivered(NO_DURABLE, subject, 'left_behind')
    rules.log.error({ err: parsed.error, event: id, subject }, 'An event is left behind: it cannot be handled')
  } else {
    const event = { id, subject, data: parsed.data, position }
    await insist(() => rules.handle(event), rules, { event: id, subject }, stopping)
    rules.counters.delivered(NO_DURABLE, subject, 'done')
  }
  return position
}

/** An empty label is none. */
const NO_DURABLE = ''

function parse(text: string): { data: unknown } | { error: unknown } {
  try {
    return { data: decode(text) }
  } catch (error) {
    return { error }
  }
}

/** Works until it succeeds, or until the follower stops. */
async function insist(
  work: () => Promise<void>,
  { tuning, log }: FollowRules,
  facts: object,
  stopping: AbortSignal,
): Promise<void> {
  for (let attempt = 1; !stopping.aborted; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const delayMs = redeliveryDelay(tuning, attempt)
      log.warn({ err: error, ...facts, attempt, delayMs }, 'An event was not handled; those behind it wait')
      await pause(delayMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
}
