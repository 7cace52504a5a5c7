import { SearchIndex } from './index.ts'
import type { SearchedPost } from './listing-row.ts'
import type { Change } from './search.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'

/**
 * Keeps an index and its snapshot, and fills another one beside it while that goes on answering.
 * @param file where the snapshot is; null for none
 */
export function createKeeper(file: string | null) {
  let index = new SearchIndex()
  let next: SearchIndex | null = null
  /** The number of the last event that the index has. */
  let position: number | null = null
  let saving: Promise<unknown> = Promise.resolve()
  let isSaved = false

  return {
    get index() {
      return index
    },

    /** Reads the snapshot. Returns the number of the event after which it goes on, or null where there is none to use. */
    async open(): Promise<number | null> {
      const snapshot = file === null ? null : await readSnapshot(file)
      if (snapshot === null) return null
      index = snapshot.index
      position = snapshot.position
      isSaved = true
      return position
    },

    /** Takes changes in. `upTo` is the number of the last event among them; null for changes of this process's own. */
    async apply(changes: Change[], upTo: number | null): Promise<void> {
      // A snapshot is of one moment.
      await saving
      for (const change of changes) {
        index.apply(change)
        next?.apply(change)
      }
      position = upTo ?? position
      isSaved = false
    },

    /** Begins an empty index beside this one. */
    begin(): void {
      next = new SearchIndex()
    },

    /** Puts listings into it. */
    fill(posts: SearchedPost[]): void {
      for (const post of posts) next?.apply(post)
    },

    /**
     * Has it take the place of this one.
     * @param from the number of an event from before it was begun; null where none is known
     */
    async finish(from: number | null): Promise<void> {
      await saving
      index = next ?? index
      next = null
      position = from ?? position
      isSaved = false
    },

    /** Writes a snapshot where something has changed. */
    async save(): Promise<void> {
      if (file === null || position === null) return
      if (isSaved) return void (await saving)
      isSaved = true
      const writing = writeSnapshot(file, { index, position })
      saving = writing.catch(() => {
        isSaved = false
      })
      await writing
    },
  }
}
