import type { Logger } from 'pino'
import type { BusCounters } from './counters.ts'
import { type BusTuning, redeliveryDelay } from './options.ts'
import { withTimeLimit } from './time-limit.ts'
import { decode } from './wire.ts'

/** An event in hand, and what may become of it. Ended calls on one that was taken by another meanwhile do nothing. */
export interface Taken {
  id: string
  subject: string
  text: string
  attempt: number
  done(): void
  again(delayMs: number): void
  leave(): void
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

/** One attempt at an event: handled, or put back for later, or left behind. Throws only what the bus itself throws. */
export async function deliver(taken: Taken, rules: DeliveryRules): Promise<void> {
  if (taken.attempt > rules.maxAttempts) {
    leaveBehind(taken, rules, new Error('the process handling it ended, each time'))
    return
  }
  const parsed = parse(taken)
  if ('error' in parsed) leaveBehind(taken, rules, parsed.error)
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
  const tooSlow = new Error(`handling took longer than ${rules.ackWaitMs} ms`)
  try {
    await withTimeLimit(handling, rules.ackWaitMs, () => tooSlow)
  } catch (error) {
    failed(taken, rules, error)
    if (error === tooSlow) awaitLateEnd(handling, taken, rules)
    return
  }
  taken.done()
  rules.counters.delivered(rules.durable, subject, 'done')
}

function failed(taken: Taken, rules: DeliveryRules, error: unknown): void {
  if (taken.attempt >= rules.maxAttempts) {
    leaveBehind(taken, rules, error)
    return
  }
  const delayMs = redeliveryDelay(rules.tuning, taken.attempt)
  taken.again(delayMs)
  rules.counters.delivered(rules.durable, taken.subject, 'failed')
  rules.log.warn({ err: error, ...facts(taken, rules), delayMs }, 'An event was not handled; it comes again')
}

/** A handler that is slow every time would never be done, so a late end counts. */
function awaitLateEnd(handling: Promise<void>, taken: Taken, rules: DeliveryRules): void {
  handling
    .then(() => taken.done())
    .catch((error: unknown) => {
      rules.log.warn({ err: error, ...facts(taken, rules) }, 'An event whose handling took too long failed in the end')
    })
}

function leaveBehind(taken: Taken, rules: DeliveryRules, error: unknown): void {
  taken.leave()
  rules.counters.delivered(rules.durable, taken.subject, 'left_behind')
  rules.log.error({ err: error, ...facts(taken, rules) }, 'An event is left behind: it cannot be handled')
}

function facts(taken: Taken, rules: DeliveryRules) {
  return { durable: rules.durable, event: taken.id, subject: taken.subject, attempt: taken.attempt }
}
