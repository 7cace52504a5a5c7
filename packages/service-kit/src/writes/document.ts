import type { Events } from '@aangan/contracts/events'
import type { Subject } from '../bus/bus.ts'
import type { Document, IndexSpec } from '../store/store.ts'

/** `rev` starts at 1 and grows by 1 with every change. */
export interface Revised extends Document {
  rev: number
}

/** An event about a document. Saving adds the document's `rev` to `data`. */
export type DocumentEvent<E = Events> = {
  [S in Subject<E>]: { subject: S; data: Omit<E[S], 'rev'> }
}[Subject<E>]

/** An event saved with its document and not yet acknowledged by the bus. */
export interface Pending {
  id: string
  subject: string
  data: { rev?: number; [field: string]: unknown }
}

export interface Stored extends Revised {
  outbox?: Pending[]
  /** When the relay may publish the outbox, in epoch ms; 0 for at once. A scalar, since a list cannot be indexed. */
  outboxDue?: number
}

/** Kept forever: the id is never reused. */
export interface Tombstone extends Stored {
  removedAt: string
}

/** An outbox is due this much later at most. */
export const LONGEST_DELAY_MS = 60_000

/** For the relay: a migration creates it in each collection that has an outbox. */
export const OUTBOX_INDEX: IndexSpec = { name: 'outboxDue', key: { outboxDue: 1 } }

export interface AnyEvent {
  subject: string
  data: object
}

export function outboxOf(id: string, rev: number, events: readonly AnyEvent[]): Pick<Stored, 'outbox' | 'outboxDue'> {
  if (events.length === 0) return {}
  return { outbox: pendingOf(id, rev, events), outboxDue: 0 }
}

/** Ids are deterministic, so that the bus recognises a repeated event. A subject has one owner. */
export function pendingOf(id: string, rev: number, events: readonly AnyEvent[]): Pending[] {
  return events.map(({ subject, data }, n) => ({ id: `${subject}:${id}:${rev}:${n}`, subject, data: { ...data, rev } }))
}

export function documentOf<T extends Revised>(stored: Stored): T {
  if (stored.outboxDue === undefined) return stored as Revised as T
  const { outbox: _outbox, outboxDue: _due, ...document } = stored
  return document as Revised as T
}
