import type { Events } from '@aangan/contracts/events'
import type { Collection, Store } from '../store/store.ts'
import { add } from './add.ts'
import { change, type Decide } from './change.ts'
import type { DocumentEvent, Revised, Stored } from './document.ts'
import { bury, remove } from './remove.ts'
import type { Target } from './target.ts'

export interface WritesOptions {
  documents: string
  removed: string
}

export interface Outbox {
  collection: Collection<Stored>
  /** Runs before publishing: returns the current document, or null if there is nothing left to publish. */
  settle(document: Stored): Promise<Stored | null>
  /** Documents with the same key are published one after the other, by `rev`. By default each has its own. */
  lineOf?(document: Stored): string
  /** Deletes a document once its events are published: it existed for them alone. */
  isSpent?: boolean
  /** Documents published together; 100 by default. */
  atOnce?: number
}

/**
 * Every acknowledged write is published: its events are saved with the document, and the relay of any running process
 * publishes them, in order for each document and at least once.
 */
export interface Writes<T extends Revised, E = Events> {
  /**
   * `decide` must be safe to run twice, since it is called again after a concurrent change. It returns the complete new
   * document and the events, or null to leave it; `rev` is set here. Returns the current document. Throws CONFLICT after
   * many concurrent changes, GONE for a removed id.
   */
  change(id: string, decide: Decide<T, E>): Promise<T | null>
  /** Adds documents with `rev` 1, skipping ids that exist or were removed. Returns how many are new. */
  add(documents: readonly T[], eventsOf: (document: T) => DocumentEvent<E>[]): Promise<number>
  /** Its id is never reused. `decide` throws to refuse. Returns false if there is no such document. */
  remove(id: string, decide: (current: T) => DocumentEvent<E>[], now: Date): Promise<boolean>
  isRemoved(id: string): Promise<boolean>
  outboxes: Outbox[]
  /** `heard` gets the id of each document that this process saved. Returns an unsubscribe function. */
  listen(heard: (id: string) => void): () => void
}

/** Deletes a document created under a removed id by a process that died before it noticed. */
async function settleDocument(target: Target, document: Stored): Promise<Stored | null> {
  if ((await target.removed.findOne({ _id: document._id })) === null) return document
  await bury(target, document._id)
  return null
}

export function createWrites<T extends Revised, E = Events>(store: Store, options: WritesOptions): Writes<T, E> {
  const listeners = new Set<(id: string) => void>()
  const target: Target = {
    name: options.documents,
    documents: store.collection(options.documents),
    removed: store.collection(options.removed),
    wake: (id) => {
      for (const heard of listeners) heard(id)
    },
  }
  return {
    change: (id, decide) => change(target, id, decide),
    add: (documents, eventsOf) => add(target, documents, eventsOf),
    remove: (id, decide, now) => remove(target, id, { decide, now }),
    isRemoved: async (id) => (await target.removed.findOne({ _id: id })) !== null,
    outboxes: [
      { collection: target.documents, settle: (document) => settleDocument(target, document) },
      { collection: target.removed as Collection<Stored>, settle: ({ _id }) => bury(target, _id) },
    ],
    listen(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
}
