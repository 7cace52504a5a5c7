import type { Collection } from '../store/store.ts'
import type { Stored, Tombstone } from './document.ts'

/** What the write path of one kind of documents works on. */
export interface Target {
  /** The collection's name, for errors. */
  name: string
  documents: Collection<Stored>
  removed: Collection<Tombstone>
  /** Tells the relay of this process that a document, or its tombstone, has something to publish. */
  wake(id: string): void
}
