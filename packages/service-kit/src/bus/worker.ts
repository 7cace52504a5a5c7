import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Subscription } from './bus.ts'
import { type DeliveryRules, deliver, type Taken } from './deliver.ts'

export interface Source {
  /** The next event, or null after a while without one. */
  next(): Promise<Taken | null>
  /** Makes a pending `next` return null. */
  stop(): Promise<void>
  /** Waits until acknowledgements are on their way to the bus. */
  settle(): Promise<void>
}

const FIRST_PAUSE_MS = 250
const LAST_PAUSE_MS = 5_000

/** Handles events one at a time until stopped. A failing source is retried with backoff. */
export function startWorker(source: Source, rules: DeliveryRules): Subscription {
  const stopping = new AbortController()
  const running = work(source, rules, stopping.signal)
  async function stop(): Promise<void> {
    stopping.abort()
    await source.stop()
    await running
    await source.settle()
  }
  let stopped: Promise<void> | undefined
  return {
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

async function work(source: Source, rules: DeliveryRules, stopping: AbortSignal): Promise<void> {
  let failures = 0
  while (!stopping.aborted) {
    try {
      const taken = await source.next()
      if (taken && stopping.aborted) await taken.postpone(0)
      else if (taken) await deliver(taken, rules)
      failures = 0
    } catch (error) {
      failures += 1
      await rest(rules.log, { durable: rules.durable }, failures, error, stopping)
    }
  }
}

export async function rest(log: Logger, facts: object, failures: number, error: unknown, stopping: AbortSignal) {
  const ms = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LAST_PAUSE_MS)
  log.warn({ err: error, ...facts, failures }, `Events cannot be read from the bus; retrying in ${ms} ms`)
  await pause(ms, undefined, { signal: stopping }).catch(() => undefined)
}
