import type { Events, Requests } from '@aangan/contracts/events'

export type Subject<Map> = keyof Map & string

/** A map of questions: what is asked and what is answered, by subject. */
export type Questions<R> = { [S in keyof R]: { ask: unknown; reply: unknown } }

/**
 * An event as published. `id` (visible ASCII, at most 200 characters) makes publishing it again harmless: the bus keeps
 * one for each id, for ten minutes at least. `data` is JSON, at most 1,000,000 bytes.
 */
export type OutgoingEvent<S extends Subject<E>, E = Events> = {
  [K in S]: { id: string; subject: K; data: E[K] }
}[S]

export type Delivery<S extends Subject<E>, E = Events> = {
  [K in S]: {
    id: string
    subject: K
    data: E[K]
    /** 1 for the first time, more when the handler failed or the process died before. */
    attempt: number
  }
}[S]

export interface SubscribeOptions<S extends Subject<E>, E = Events> {
  /**
   * The name under which the bus remembers how far this consumer came: lower-case words joined by hyphens. Replicas
   * share it and the work, so they must ask for the same subjects. A subject that is new to the name, as all are to a
   * new name, starts with its oldest event still kept; the others go on where they were.
   */
  durable: string
  subjects: readonly S[]
  /**
   * Called for one event at a time in this process, in the order of the log; older events of a new subject come late.
   * An event whose handling throws or takes longer than `ackWaitMs` is delivered again, later each time, while newer
   * ones go on: a handler compares `rev`. One that finishes late still counts as done, but may have been delivered again
   * by then: be safe to run twice.
   */
  handle(event: Delivery<S, E>): Promise<void>
  /** How long one attempt may take, in milliseconds; 30,000 unless told. */
  ackWaitMs?: number
  /**
   * After so many attempts the event is logged, counted and left behind. 100 unless told: with the growing delay about
   * an hour and a half, so that a store which is away for a while costs no event.
   */
  maxAttempts?: number
}

export interface Subscription {
  /** Stops taking new events and waits for the one in hand. */
  stop(): Promise<void>
}

/**
 * Events at least once, and questions with a time limit. Two implementations pass one suite: a log in SQLite for the
 * embedded form, NATS JetStream for the scaled one. Whatever passes is a JSON copy: `undefined` members are dropped, and
 * what JSON cannot hold is refused with BAD_REQUEST, what is too big with TOO_LARGE. The maps of events and questions
 * are those of the contracts; tests bring their own.
 */
export interface Bus<E = Events, R extends Questions<R> = Requests> {
  /** Resolves once the event is kept durably; rejects with UNAVAILABLE when the bus is away, within 5 s. */
  publish<S extends Subject<E>>(event: OutgoingEvent<S, E>): Promise<void>
  /** Works while the bus is away, too: the events come once it is back. */
  subscribe<S extends Subject<E>>(options: SubscribeOptions<S, E>): Promise<Subscription>
  /**
   * Rejects with the AppError that the answering side threw; with INTERNAL, and without its text, for any other error
   * there; at once with UNAVAILABLE when nobody answers this subject; after `timeoutMs` with UPSTREAM_TIMED_OUT, or with
   * UNAVAILABLE when the bus was away all that time.
   */
  request<S extends Subject<R>>(subject: S, ask: R[S]['ask'], options: { timeoutMs: number }): Promise<R[S]['reply']>
  /** Answers a question, several side by side. Of replicas that answer the same one, each request reaches one. */
  respond<S extends Subject<R>>(subject: S, answer: (ask: R[S]['ask']) => Promise<R[S]['reply']>): Promise<Subscription>
  /** Throws when the bus does not answer. */
  ping(): Promise<void>
  /** Stops every subscription, waits for what is in hand and lets go of the bus. Safe to call twice. */
  close(): Promise<void>
}
