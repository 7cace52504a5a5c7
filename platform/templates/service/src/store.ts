import type { Store } from '@aangan/service-kit/store/store'
import { createWrites } from '@aangan/service-kit/writes/writes'
import { type NoteDoc, noteChanged } from './rules.ts'

export type __Name__Store = ReturnType<typeof create__Name__Store>

export function create__Name__Store(store: Store) {
  const notes = store.collection<NoteDoc>('notes')
  const writes = createWrites<NoteDoc>(store, { documents: 'notes', removed: 'notes-removed' })

  return {
    /** For the relay, which publishes the events that are saved with the documents. */
    writes,

    /** The newest first. */
    latest(limit: number): Promise<NoteDoc[]> {
      return notes.find({}, { sort: { createdAt: -1, _id: -1 }, limit }).toArray()
    },

    async add(note: NoteDoc): Promise<void> {
      await writes.add([note], (added) => [noteChanged(added)])
    },
  }
}
