import type { Logger } from 'pino'
import { isOutage } from '../outage.ts'
import type { BusCounters } from './counters.ts'
import { type BusTuning, redeliveryDelay } from './options.ts'
import { withTimeLimit } from './time-limit.ts'
import { decode } from './wire.ts'

/** A claimed event. `done` may be called late, after the event was redelivered. */
export interface Taken {
  id: string
  subject: string
  text: string
  /** In epoch milliseconds. */
  publishedAt: number
  /** From 1. Counts failures of the handler and attempts that never ended, but not outages. */
  attempt: number
  /** How many attempts met an outage, or a process that was stopping. */
  outages: number
  done(): void | Promise<void>
  again(delayMs: number): void | Promise<void>
  /** As `again`, but this attempt does not count. */
  postpone(delayMs: number): void | Promise<void>
  /** Stores the event until an operator replays or discards it. */
  park(error: unknown): void | Promise<void>
}

export interface DeliveryRules {
  durable: string
  ackWaitMs: number
  maxAttempts: number
  handle(event: { id: string; subject: string; data: unknown; attempt: number }): Promise<void>
  tuning: BusTuning
  counters: BusCounters
  log: Logger
}

/** An event that waits out an outage is parked when this much of `keepMs` has passed: then the log would remove it. */
const LONGEST_OUTAGE = 0.9

/** Runs one attempt: acknowledges the event, retries it later or parks it. Throws only errors of the bus itself. */
export async function deliver(taken: Taken, rules: DeliveryRules): Promise<void> {
  if (taken.attempt > rules.maxAttempts) {
    await park(taken, rules, new Error("its handler's process died on every attempt"))
    return
  }
  const parsed = parse(taken)
  if ('error' in parsed) await park(taken, rules, parsed.error)
  else await attempt(taken, rules, parsed.data)
}

function parse(taken: Taken): { data: unknown } | { error: unknown } {
  try {
    return { data: decode(taken.text) }
  } catch (error) {
    return { error }
  }
}

async function attempt(taken: Taken, rules: DeliveryRules, data: unknown): Promise<void> {
  const { id, subject, attempt } = taken
  const handling = (async () => rules.handle({ id, subject, data, attempt }))()
  const tooSlow = new Error(`the handler took longer than ${rules.ackWaitMs} ms`)
  try {
    await withTimeLimit(handling, rules.ackWaitMs, () => tooSlow)
  } catch (error) {
    if (isOutage(error)) await waitOut(taken, rules, error)
    else await failed(taken, rules, error)
    if (error === tooSlow) awaitLateEnd(handling, taken, rules)
    return
  }
  await taken.done()
  rules.counters.delivered(rules.durable, subject, 'done')
}

async function waitOut(taken: Taken, rules: DeliveryRules, error: unknown): Promise<void> {
  const { tuning, durable, counters, log } = rules
  if (Date.now() - taken.publishedAt > tuning.keepMs * LONGEST_OUTAGE) {
    await park(taken, rules, new Error('what its handler needs was away for too long', { cause: error }))
    return
  }
  const outages = taken.outages + 1
  const delayMs = redeliveryDelay(tuning, outages)
  await taken.postpone(delayMs)
  counters.delivered(durable, taken.subject, 'postponed')
  log[isRound(outages) ? 'warn' : 'debug'](
    { err: error, ...facts(taken, rules), outages, delayMs },
    'What an event handler needs is away; the event waits for it',
  )
}

/** A long outage is logged ever less often. */
function isRound(outages: number): boolean {
  return Number.isInteger(Math.log2(outages))
}

async function failed(taken: Taken, rules: DeliveryRules, error: unknown): Promise<void> {
  if (taken.attempt >= rules.maxAttempts) {
    await park(taken, rules, error)
    return
  }
  const delayMs = redeliveryDelay(rules.tuning, taken.attempt)
  await taken.again(delayMs)
  rules.counters.delivered(rules.durable, taken.subject, 'failed')
  rules.log.warn(
    { err: error, ...facts(taken, rules), delayMs },
    'An event handler failed; the event will be redelivered',
  )
}

/** A late success counts; otherwise a handler that is slow every time would never be done. */
function awaitLateEnd(handling: Promise<void>, taken: Taken, rules: DeliveryRules): void {
  handling
    .then(() => taken.done())
    .catch((error: unknown) => {
      rules.log.warn({ err: error, ...facts(taken, rules) }, 'An event handler that had timed out failed later')
    })
}

async function park(taken: Taken, rules: DeliveryRules, error: unknown): Promise<void> {
  await taken.park(error)
  rules.counters.delivered(rules.durable, taken.subject, 'parked')
  rules.log.error(
    { err: error, ...facts(taken, rules) },
    'An event was parked: it cannot be handled. See npm run events',
  )
}

function facts(taken: Taken, rules: DeliveryRules) {
  return { durable: rules.durable, event: taken.id, subject: taken.subject, attempt: taken.attempt }
}
