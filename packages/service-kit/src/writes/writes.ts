import type { Events } from '@aangan/contracts/events'
import type { Collection, Store } from '../store/store.ts'
import { add } from './add.ts'
import { type Change, change } from './change.ts'
import type { Happened, Revised, Stored } from './document.ts'
import { bury, remove } from './remove.ts'
import type { Target } from './target.ts'

export interface WritesOptions {
  /** The collection of the documents. */
  documents: string
  /** The collection of what remains of removed ones: id, time and last `rev`. */
  removed: string
}

/** Where the relay finds what to publish. */
export interface Outbox {
  collection: Collection<Stored>
  /** What must be done first: the document as it is then, or null where there is nothing to publish any more. */
  settle(document: Stored): Promise<Stored | null>
  /**
   * Names the line that a document stands in: those of one line are published by `rev`, one after the other. Without it
   * each stands alone.
   */
  lineOf?(document: Stored): string
  /** Whether a document is deleted once its events are published: it was there for them alone. */
  isSpent?: boolean
  /** How many documents are published together; 100 where it is not given. */
  atOnce?: number
}

/**
 * All ways to write documents of one kind. An acknowledged write is published: its events are saved with the document,
 * and the relay of whichever process is running publishes them, in order for each document and at least once.
 */
export interface Writes<T extends Revised, E = Events> {
  /**
   * Creates or changes one document. `decide` is pure, since it is asked again when somebody else was faster: given the
   * document, or null where there is none, it returns the whole document as it is to be and what to tell others, or
   * null to leave it; what it throws is thrown. `rev` is set here.
   *
   * @returns the document as it is now
   * @throws CONFLICT when others were faster many times; GONE for an id that was removed
   */
  change(id: string, decide: (current: T | null) => Change<T, E> | null): Promise<T | null>
  /** Adds many with `rev` 1. Those whose id is there or was removed are left out. Returns how many are new. */
  add(documents: readonly T[], eventsOf: (document: T) => Happened<E>[]): Promise<number>
  /**
   * Removes one for ever; its id is not used again. `decide` returns what to tell others, or throws a refusal.
   *
   * @returns false where there is none of this id
   */
  remove(id: string, decide: (current: T) => Happened<E>[], now: Date): Promise<boolean>
  isRemoved(id: string): Promise<boolean>
  /** For the relay. */
  outboxes: Outbox[]
  /** For the relay: `heard` is called with the id of each document that this process saved. Returns what ends that. */
  listen(heard: (id: string) => void): () => void
}

/** What came in under the id of a removed document, by a process that died before it saw that, goes again. */
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
