import type { Events } from '@aangan/contracts/events'
import type { Subject } from '../bus/bus.ts'
import type { Document, IndexSpec } from '../store/store.ts'

/** A document that announces its changes. `rev` is 1 at first and grows by 1 with every change. */
export interface Revised extends Document {
  rev: number
}

/** Something that happened to a document. The document's `rev` is added to `data` when it is saved. */
export type Happened<E = Events> = {
  [S in Subject<E>]: { subject: S; data: Omit<E[S], 'rev'> }
}[Subject<E>]

/** An event that is saved with its document and not yet known to be on the bus. */
export interface Pending {
  id: string
  subject: string
  data: { rev?: number; [field: string]: unknown }
}

/** What the write path keeps in a document besides its fields, until the events are published. */
export interface Stored extends Revised {
  outbox?: Pending[]
  /** When the relay may publish the outbox, in ms: 0 for at once. A scalar, since a list cannot be indexed. */
  outboxDue?: number
}

/** What remains of a removed document, for ever: the id is never used again. */
export interface Tombstone extends Stored {
  removedAt: string
}

/** The relay finds documents with pending events by it: a migration makes it in each collection that has an outbox. */
export const OUTBOX_INDEX: IndexSpec = { name: 'outboxDue', key: { outboxDue: 1 } }

/** The subject and data of an event, whichever map of events it is from. */
export interface AnyEvent {
  subject: string
  data: object
}

/** What a new document carries until its events are published. */
export function outboxOf(id: string, rev: number, events: readonly AnyEvent[]): Pick<Stored, 'outbox' | 'outboxDue'> {
  if (events.length === 0) return {}
  return { outbox: pendingOf(id, rev, events), outboxDue: 0 }
}

/** The id is the same however often an event is published, so that the bus keeps one. A subject has one owner. */
export function pendingOf(id: string, rev: number, events: readonly AnyEvent[]): Pending[] {
  return events.map(({ subject, data }, n) => ({ id: `${subject}:${id}:${rev}:${n}`, subject, data: { ...data, rev } }))
}

/** The document as its service knows it. */
export function documentOf<T extends Revised>(stored: Stored): T {
  if (stored.outboxDue === undefined) return stored as Revised as T
  const { outbox: _outbox, outboxDue: _due, ...document } = stored
  return document as Revised as T
}
