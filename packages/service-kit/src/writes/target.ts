import type { Collection } from '../store/store.ts'
import type { Revised, Stored, Tombstone } from './document.ts'

/** Runs a write of documents, given as they are before and after it: for counts that are kept beside them. */
export type Around<T> = <R>(documents: T[], write: () => Promise<R>) => Promise<R>

/** What the write path of one kind of documents works on. */
export interface Target {
  /** The collection's name, for errors. */
  name: string
  documents: Collection<Stored>
  removed: Collection<Tombstone>
  around: Around<Revised>
  /** Tells the relay of this process that a document, or its tombstone, has something to publish. */
  wake(id: string): void
}
