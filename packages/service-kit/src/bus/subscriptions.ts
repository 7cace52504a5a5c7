import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import type { FollowOptions, ListenOptions, Subject, SubscribeOptions, Subscription } from './bus.ts'
import type { BusCounters } from './counters.ts'
import type { DeliveryRules } from './deliver.ts'
import type { FollowRules } from './follow.ts'
import type { ListenRules } from './listening.ts'
import { type BusTuning, DEFAULT_ACK_WAIT_MS, DEFAULT_MAX_ATTEMPTS, LEASE_MARGIN_MS } from './options.ts'
import { checkDurable, checkPosition, checkSubjects } from './wire.ts'

export function deliveryRules<E, S extends Subject<E>>(
  {
    durable,
    subjects,
    handle,
    ackWaitMs = DEFAULT_ACK_WAIT_MS,
    maxAttempts = DEFAULT_MAX_ATTEMPTS,
  }: SubscribeOptions<S, E>,
  context: { tuning: BusTuning; counters: BusCounters; log: Logger },
): DeliveryRules {
  checkDurable(durable)
  checkSubjects(subjects)
  // Types end at the wire: publishers are trusted to use the same map.
  return { ...context, durable, ackWaitMs, maxAttempts, handle: handle as DeliveryRules['handle'] }
}

export function followRules<E, S extends Subject<E>>(
  { subjects, from, handle, onGap = async () => {}, afterGap = 'oldest' }: FollowOptions<S, E>,
  context: { tuning: BusTuning; counters: BusCounters; log: Logger },
): FollowRules {
  checkSubjects(subjects)
  if (from !== 'now') checkPosition(from.after)
  return { ...context, subjects, from, handle: handle as FollowRules['handle'], onGap, afterGap }
}

export function listenRules<B, S extends Subject<B>>(
  { subjects, handle }: ListenOptions<S, B>,
  log: Logger,
): ListenRules {
  checkSubjects(subjects)
  return { subjects, handle: handle as ListenRules['handle'], log }
}

/** How long the bus waits for an attempt whose process may be dead. */
export function leaseMs(rules: DeliveryRules): number {
  return rules.ackWaitMs + LEASE_MARGIN_MS
}

export function createSubscriptions() {
  const running = new Set<Subscription>()
  let state: 'open' | 'closing' | 'closed' = 'open'

  function stopping(): AppError {
    return new AppError('UNAVAILABLE', 'The bus is closed: this process is stopping')
  }

  /** In-flight handlers may still publish and send requests while the bus closes. */
  function assertOpen(): void {
    if (state === 'closed') throw stopping()
  }

  async function add<T extends Subscription>(start: () => T | Promise<T>): Promise<T> {
    if (state !== 'open') throw stopping()
    const subscription = await start()
    if (state !== 'open') {
      await subscription.stop()
      throw stopping()
    }
    running.add(subscription)
    return {
      ...subscription,
      async stop() {
        await subscription.stop()
        running.delete(subscription)
      },
    }
  }

  async function close(): Promise<void> {
    state = 'closing'
    await Promise.all([...running].map((each) => each.stop()))
    running.clear()
    state = 'closed'
  }

  return { assertOpen, add, close }
}
