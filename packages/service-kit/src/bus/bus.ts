import type { Broadcasts, Events, Requests } from '@aangan/contracts/events'

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
   * share it and the work, so they must ask for the same subjects. To a new name all subjects are new.
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

export type Followed<S extends Subject<E>, E = Events> = {
  [K in S]: {
    id: string
    subject: K
    data: E[K]
    /** The event's number in the log: it grows, by more than one where events of other subjects lie between. */
    position: number
  }
}[S]

export interface FollowOptions<S extends Subject<E>, E = Events> {
  subjects: readonly S[]
  /**
   * `now`: what is published after `follow` resolved. `after`: what comes after the event at this position, which a
   * consumer kept together with what it made of that event; 0 is the oldest event still kept.
   */
  from: 'now' | { after: number }
  /**
   * Called for every event of the subjects, in the order of the log, one at a time and each once. One whose handling
   * throws is logged and tried again, later each time up to a minute, and the events behind it wait: the order holds.
   */
  handle(event: Followed<S, E>): Promise<void>
  /**
   * Called between two events where some may be missing: they were removed before they were read, the log is not the one
   * that the position is of, or the bus was away when `follow` resolved. What was built from events must be built anew.
   * Tried again like `handle`.
   */
  onGap?(gap: { after: number }): Promise<void>
}

export interface ListenOptions<S extends Subject<B>, B = Broadcasts> {
  subjects: readonly S[]
  /** Called as broadcasts arrive, several side by side. One whose handling throws is logged. */
  handle(broadcast: Heard<S, B>): Promise<void>
}

export type Heard<S extends Subject<B>, B = Broadcasts> = { [K in S]: { subject: K; data: B[K] } }[S]

export interface Subscription {
  /** Stops taking new events and waits for what is in hand. */
  stop(): Promise<void>
}

export interface Following extends Subscription {
  /** What comes after the event at this position is handled; null where that is not known, with the bus away. */
  after: number | null
}

/**
 * Events, which are stored; broadcasts, which are not; and questions with a time limit. Of events there are two kinds of
 * subscription: `subscribe` shares them between replicas, at least once; `follow` gives every subscriber all of them in
 * order. Two implementations pass one suite: a log in SQLite for the embedded form, NATS JetStream for the scaled one.
 * Whatever passes is a JSON copy: `undefined` members are dropped, and what JSON cannot hold is refused with
 * BAD_REQUEST, what is too big with TOO_LARGE. The maps of subjects are those of the contracts; tests bring their own.
 */
export interface Bus<E = Events, R extends Questions<R> = Requests, B = Broadcasts> {
  /** Resolves once the event is kept durably; rejects with UNAVAILABLE when the bus is away, within 5 s. */
  publish<S extends Subject<E>>(event: OutgoingEvent<S, E>): Promise<void>
  /**
   * Works while the bus is away, too: the events come once it is back. A durable whose subjects have changed skips
   * nothing: each subject has a place of its own. One that is new to the durable starts with its oldest event still kept,
   * the others go on where they were, and one that is no longer asked for keeps its place, with what failed and would
   * come again, for when it is.
   */
  subscribe<S extends Subject<E>>(options: SubscribeOptions<S, E>): Promise<Subscription>
  /**
   * Every event in order, to this subscriber alone: the bus remembers nothing of it. Works while the bus is away, too;
   * `now` is then when the bus is back, and `follow` resolves after two seconds without it.
   */
  follow<S extends Subject<E>>(options: FollowOptions<S, E>): Promise<Following>
  /**
   * Tells all who listen at this moment, at most once each: on NATS in every process, on SQLite in this one. Resolves
   * when it is on its way, whether anyone hears it or not; rejects with UNAVAILABLE at once while the bus is away, and
   * does not send it later.
   */
  broadcast<S extends Subject<B>>(subject: S, data: B[S]): Promise<void>
  /** Hears what is broadcast from when this resolved. Works while the bus is away, too: it hears again once it is back. */
  listen<S extends Subject<B>>(options: ListenOptions<S, B>): Promise<Subscription>
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
