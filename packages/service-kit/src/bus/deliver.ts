import type { Logger } from 'pino'
import type { BusCounters } from './counters.ts'
import { type BusTuning, redeliveryDelay } from './options.ts'
import { withTimeLimit } from './time-limit.ts'
import { decode } from './wire.ts'

/** A claimed event. `done` may be called late, after the event was redelivered. */
export interface Taken {
  id: string
  subject: string
  text: string
  attempt: number
  done(): void | Promise<void>
  again(delayMs: number): void | Promise<void>
  leave(): void | Promise<void>
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

/** Runs one attempt: acknowledges the event, retries it later or skips it. Throws only errors of the bus itself. */
export async function deliver(taken: Taken, rules: DeliveryRules): Promise<void> {
  if (taken.attempt > rules.maxAttempts) {
    await leaveBehind(taken, rules, new Error("its handler's process died on every attempt"))
    return
  }
  const parsed = parse(taken)
  if ('error' in parsed) await leaveBehind(taken, rules, parsed.error)
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
    await failed(taken, rules, error)
    if (error === tooSlow) awaitLateEnd(handling, taken, rules)
    return
  }
  await taken.done()
  rules.counters.delivered(rules.durable, subject, 'done')
}

async function failed(taken: Taken, rules: DeliveryRules, error: unknown): Promise<void> {
  if (taken.attempt >= rules.maxAttempts) {
    await leaveBehind(taken, rules, error)
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

async function leaveBehind(taken: Taken, rules: DeliveryRules, error: unknown): Promise<void> {
  await taken.leave()
  rules.counters.delivered(rules.durable, taken.subject, 'left_behind')
  rules.log.error({ err: error, ...facts(taken, rules) }, 'An event was skipped: it cannot be handled')
}

function facts(taken: Taken, rules: DeliveryRules) {
  return { durable: rules.durable, event: taken.id, subject: taken.subject, attempt: taken.attempt }
}
