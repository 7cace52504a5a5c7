import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import type { FollowOptions, ListenOptions, Subject, SubscribeOptions, Subscription } from './bus.ts'
import type { BusCounters } from './counters.ts'
import type { DeliveryRules } from './deliver.ts'
import type { FollowRules } from './follow.ts'
import type { ListenRules } from './listening.ts'
import { type BusTuning, DEFAULT_ACK_WAIT_MS, DEFAULT_MAX_ATTEMPTS, LEASE_MARGIN_MS } from './options.ts'
import { checkDurable, checkPosition, checkSubjects } from './wire.ts'

/** What a subscriber wants, checked and complete. Throws BAD_REQUEST for a name the bus cannot carry. */
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
  // The typed maps end at the wire: what arrives is what a publisher of the same map sent.
  return { ...context, durable, ackWaitMs, maxAttempts, handle: handle as DeliveryRules['handle'] }
}

/** What a follower wants, checked and complete. Throws BAD_REQUEST for what is no subject or position. */
export function followRules<E, S extends Subject<E>>(
  { subjects, from, handle, onGap = async () => {} }: FollowOptions<S, E>,
  context: { tuning: BusTuning; counters: BusCounters; log: Logger },
): FollowRules {
  checkSubjects(subjects)
  if (from !== 'now') checkPosition(from.after)
  return { ...context, subjects, from, handle: handle as FollowRules['handle'], onGap }
}

/** What a listener wants, checked. Throws BAD_REQUEST for what is no subject. */
export function listenRules<B, S extends Subject<B>>(
  { subjects, handle }: ListenOptions<S, B>,
  log: Logger,
): ListenRules {
  checkSubjects(subjects)
  return { subjects, handle: handle as ListenRules['handle'], log }
}

/** How long the bus waits for the end of an attempt whose process may be dead. */
export function leaseMs(rules: DeliveryRules): number {
  return rules.ackWaitMs + LEASE_MARGIN_MS
}

/** The subscriptions of one bus: whatever is still running stops with it. */
export function createSubscriptions() {
  const running = new Set<Subscription>()
  let state: 'open' | 'closing' | 'closed' = 'open'

  function stopping(): AppError {
    return new AppError('UNAVAILABLE', 'The bus is closed: this process is stopping')
  }

  /** What is in hand while the bus closes may still publish and ask. */
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
