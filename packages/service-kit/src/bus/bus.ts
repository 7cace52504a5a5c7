import type { Events, Requests } from '@aangan/contracts/events'

/** An event as published. `id` makes publishing it again harmless: the bus keeps one for each id. */
export interface OutgoingEvent<S extends keyof Events = keyof Events> {
  id: string
  subject: S
  data: Events[S]
}

export interface Delivery<S extends keyof Events = keyof Events> {
  id: string
  subject: S
  data: Events[S]
  /** 1 for the first time, more when the handler failed or the process died before. */
  attempt: number
}

export interface SubscribeOptions<S extends keyof Events> {
  /** The name under which the bus remembers how far this consumer came; replicas share it. */
  durable: string
  subjects: readonly S[]
  /** Throwing, or taking longer than `ackWaitMs`, has the event delivered again, later each time. */
  handle(event: Delivery<S>): Promise<void>
  ackWaitMs?: number
  /** After so many attempts the event is logged, counted and left behind, so that it holds up nobody. */
  maxAttempts?: number
}

export interface Subscription {
  /** Stops taking new events and waits for the one in hand. */
  stop(): Promise<void>
}

/**
 * Events at least once, and questions with a time limit. Two implementations pass one suite: a log in SQLite for the
 * embedded form, NATS JetStream for the scaled one. A subject that nobody answers fails at once with UNAVAILABLE; a slow
 * answer fails with UPSTREAM_TIMED_OUT; an error thrown by the answering side arrives as the same AppError.
 */
export interface Bus {
  /** Resolves once the event is kept durably. */
  publish<S extends keyof Events>(event: OutgoingEvent<S>): Promise<void>
  subscribe<S extends keyof Events>(options: SubscribeOptions<S>): Promise<Subscription>
  request<S extends keyof Requests>(
    subject: S,
    ask: Requests[S]['ask'],
    options: { timeoutMs: number },
  ): Promise<Requests[S]['reply']>
  respond<S extends keyof Requests>(
    subject: S,
    answer: (ask: Requests[S]['ask']) => Promise<Requests[S]['reply']>,
  ): Promise<Subscription>
  /** Throws when the bus does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
