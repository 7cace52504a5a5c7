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

/** What is left to read comes after `position`, and what is published from now on after `end`. */
export interface Missing {
  missing: true
  position: number
  end: number
}

export interface Tail {
  /** Null while the bus is unavailable. */
  end(): Promise<number | null>
  /** The next event after this position, or null after a while without one. Reports missing events once. */
  next(after: number): Promise<Entry | Missing | null>
  /** Makes a pending `next` return null. */
  stop(): void
}

export interface FollowRules {
  from: 'now' | { after: number }
  subjects: readonly string[]
  handle(event: { id: string; subject: string; data: unknown; position: number }): Promise<void>
  onGap(gap: { after: number; end: number }): Promise<void>
  afterGap: 'oldest' | 'end'
  tuning: BusTuning
  counters: BusCounters
  log: Logger
}

/** Handles events one at a time until stopped. Resolves once the start is known, or the bus is found unavailable. */
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
    log.warn({ err: error }, 'The end of the event log could not be read; retrying')
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

/** For a follower that started while the bus was unavailable: events published until now may be missing. */
async function begin(tail: Tail, rules: FollowRules, stopping: AbortSignal): Promise<number | null> {
  const after = await tail.end()
  if (after !== null) await retry(() => rules.onGap({ after, end: after }), rules, { after }, stopping)
  return after
}

async function pass(found: Entry | Missing, after: number, rules: FollowRules, stopping: AbortSignal): Promise<number> {
  if ('missing' in found) {
    rules.log.warn({ subjects: rules.subjects, after }, 'Events may have been removed before this follower read them')
    const { position, end } = found
    await retry(() => rules.onGap({ after, end }), rules, { after }, stopping)
    return rules.afterGap === 'end' ? end : position
  }
  const { id, subject, position, text } = found
  const parsed = parse(text)
  if ('error' in parsed) {
    rules.counters.delivered(NO_DURABLE, subject, 'skipped')
    rules.log.error({ err: parsed.error, event: id, subject }, 'An event was skipped: it cannot be handled')
  } else {
    const event = { id, subject, data: parsed.data, position }
    await retry(() => rules.handle(event), rules, { event: id, subject }, stopping)
    rules.counters.delivered(NO_DURABLE, subject, 'done')
  }
  return position
}

/** Prometheus treats an empty label as missing. */
const NO_DURABLE = ''

function parse(text: string): { data: unknown } | { error: unknown } {
  try {
    return { data: decode(text) }
  } catch (error) {
    return { error }
  }
}

async function retry(
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
      log.warn({ err: error, ...facts, attempt, delayMs }, 'An event handler failed; later events wait for its retry')
      await pause(delayMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
}
