import type { Broadcasts, Events, Requests } from '@aangan/contracts/events'
import type { Identity, IdentityVerifier } from '../identity.ts'

export type Subject<Map> = keyof Map & string

export type Questions<R> = { [S in keyof R]: { ask: unknown; reply: unknown; as?: 'person' } }

/** `as`: whose identity token goes along; required for requests that act for a person. */
export type RequestOptions<Q> = { timeoutMs: number } & (Q extends { as: 'person' } ? { as: Identity } : { as?: never })

/** For requests that act for a person: with the keys that verify their token, and the verified identity. */
export type Responding<Q> = Q extends { as: 'person'; ask: infer A; reply: infer P }
  ? [verifier: IdentityVerifier, answer: (ask: A, person: Identity) => Promise<P>]
  : Q extends { ask: infer A; reply: infer P }
    ? [answer: (ask: A) => Promise<P>]
    : never

/** `id`: 1 to 200 visible ASCII characters, ignored if repeated within ten minutes. `data`: at most 1,000,000 bytes. */
export type OutgoingEvent<S extends Subject<E>, E = Events> = {
  [K in S]: { id: string; subject: K; data: E[K] }
}[S]

export type Delivery<S extends Subject<E>, E = Events> = {
  [K in S]: {
    id: string
    subject: K
    data: E[K]
    /** 1 on the first delivery; more after the handler failed or the process died. Outages do not count. */
    attempt: number
  }
}[S]

export interface SubscribeOptions<S extends Subject<E>, E = Events> {
  /** Names this consumer's stored progress. Replicas share it and the work, so they must use the same subjects. */
  durable: string
  subjects: readonly S[]
  /**
   * Called with one event at a time per process, in log order; older events of a newly added subject come late. If it
   * throws or takes longer than `ackWaitMs`, the event is redelivered with backoff while newer ones go on, so compare
   * `rev`. A late success still counts, but the event may have been redelivered by then: be idempotent.
   */
  handle(event: Delivery<S, E>): Promise<void>
  /** Time limit of one attempt in milliseconds; 30,000 by default. */
  ackWaitMs?: number
  /**
   * After this many attempts the event is logged, counted and parked (see `parked.ts`); 100 by default, about an hour
   * and a half. Attempts that met an outage (see `isOutage`) do not count.
   */
  maxAttempts?: number
}

export type Followed<S extends Subject<E>, E = Events> = {
  [K in S]: {
    id: string
    subject: K
    data: E[K]
    /** Sequence number in the log, with gaps where events of other subjects lie between. */
    position: number
  }
}[S]

export interface FollowOptions<S extends Subject<E>, E = Events> {
  subjects: readonly S[]
  /**
   * `now`: events published after `follow` resolves. `after`: events after this position, which a consumer stores
   * together with the state it derived from that event; 0 starts with the oldest event kept.
   */
  from: 'now' | { after: number }
  /**
   * Called once for each event, one at a time, in log order. If it throws, the error is logged and the call is retried
   * with backoff of up to a minute; the events behind it wait, so the order holds.
   */
  handle(event: Followed<S, E>): Promise<void>
  /**
   * Called between two events when some may be missing: they were removed before they were read, the position belongs
   * to another log, or the bus was unavailable when `follow` resolved. State derived from events must be rebuilt.
   * Retried like `handle`. `end`: position of the last event before the call.
   */
  onGap?(gap: { after: number; end: number }): Promise<void>
  /**
   * Which event follows a gap: the oldest kept (the default), or the first after `end`, for a consumer whose `onGap`
   * rebuilds everything. Older events would undo newer ones that were removed from the log.
   */
  afterGap?: 'oldest' | 'end'
}

export interface ListenOptions<S extends Subject<B>, B = Broadcasts> {
  subjects: readonly S[]
  /** Called concurrently as broadcasts arrive. Errors are logged. */
  handle(broadcast: Heard<S, B>): Promise<void>
}

export type Heard<S extends Subject<B>, B = Broadcasts> = { [K in S]: { subject: K; data: B[K] } }[S]

export interface Subscription {
  /** Stops taking new events and waits for in-flight handlers. */
  stop(): Promise<void>
}

export interface Following extends Subscription {
  /** Events after this position are handled; null while it is unknown because the bus is unavailable. */
  after: number | null
}

/**
 * `subscribe` shares stored events between replicas, at least once; `follow` delivers all of them to everyone, in
 * order. Broadcasts are not stored. Payloads are JSON copies: BAD_REQUEST for what JSON cannot hold, TOO_LARGE for
 * oversized ones.
 */
export interface Bus<E = Events, R extends Questions<R> = Requests, B = Broadcasts> {
  /** Resolves once the event is stored durably; rejects with UNAVAILABLE within 5 s if the bus is unavailable. */
  publish<S extends Subject<E>>(event: OutgoingEvent<S, E>): Promise<void>
  /**
   * Works while the bus is unavailable: events are delivered once it is back. Every subject of a durable has its own
   * cursor, so changing the subjects skips nothing: a new one starts with its oldest event kept, the others continue,
   * and a dropped one keeps its cursor and its pending retries until it is subscribed to again.
   */
  subscribe<S extends Subject<E>>(options: SubscribeOptions<S, E>): Promise<Subscription>
  /**
   * Delivers every event in order to this subscriber alone; the bus stores no cursor for it. Works while the bus is
   * unavailable: `now` is then the moment it is back, and `follow` resolves after two seconds without it.
   */
  follow<S extends Subject<E>>(options: FollowOptions<S, E>): Promise<Following>
  /**
   * Sends to current listeners, at most once each: in every process on NATS, in this one on SQLite. Resolves once it is
   * sent, with or without listeners; rejects with UNAVAILABLE at once while the bus is unavailable, and does not send
   * it later.
   */
  broadcast<S extends Subject<B>>(subject: S, data: B[S]): Promise<void>
  /** Receives broadcasts sent after this resolves. Works while the bus is unavailable: it resumes once it is back. */
  listen<S extends Subject<B>>(options: ListenOptions<S, B>): Promise<Subscription>
  /**
   * Rejects with the AppError that the responder threw, or with INTERNAL and without the message for any other error;
   * at once with UNAVAILABLE if nobody responds to this subject; after `timeoutMs` with UPSTREAM_TIMED_OUT, or with
   * UNAVAILABLE if the bus was unavailable all that time.
   */
  request<S extends Subject<R>>(subject: S, ask: R[S]['ask'], options: RequestOptions<R[S]>): Promise<R[S]['reply']>
  /**
   * Responds to requests concurrently. Each request reaches one of the replicas. A request that acts for a person and
   * whose token is missing, expired, signed by another key or sent to a service that may not ask this (`BUS_ACCESS`) is
   * NOT_AUTHENTICATED for the caller.
   */
  respond<S extends Subject<R>>(subject: S, ...responding: Responding<R[S]>): Promise<Subscription>
  /** Throws if the bus does not respond. */
  ping(): Promise<void>
  /** Stops every subscription, waits for in-flight handlers and closes the connection. Idempotent. */
  close(): Promise<void>
}
