import type { Collection } from '../store/store.ts'
import type { Stored, Tombstone } from './document.ts'

export interface Target {
  name: string
  documents: Collection<Stored>
  removed: Collection<Tombstone>
  wake(id: string): void
}
