import { SearchIndex } from './index.ts'
import type { SearchedPost } from './listing-row.ts'
import type { Change } from './search.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'

/** Owns the index and its snapshot file (null for none); a replacement can be built while the index keeps serving. */
export function createServedIndex(file: string | null) {
  let index = new SearchIndex()
  let next: SearchIndex | null = null
  /** Number of the last event in the index. */
  let position: number | null = null
  let saving: Promise<unknown> = Promise.resolve()
  let isSaved = false

  return {
    get index() {
      return index
    },

    /** Loads the snapshot. Returns the event number to resume after, or null without a usable snapshot. */
    async open(): Promise<number | null> {
      const snapshot = file === null ? null : await readSnapshot(file)
      if (snapshot === null) return null
      index = snapshot.index
      position = snapshot.position
      isSaved = true
      return position
    },

    /** @param upTo the number of the last event among the changes; null for this process's own writes */
    async apply(changes: Change[], upTo: number | null): Promise<void> {
      // The index must not change while a snapshot is written.
      await saving
      for (const change of changes) {
        index.apply(change)
        next?.apply(change)
      }
      position = upTo ?? position
      isSaved = false
    },

    begin(): void {
      next = new SearchIndex()
    },

    fill(posts: SearchedPost[]): void {
      for (const post of posts) next?.apply(post)
    },

    /** Swaps in the replacement. `from` is the number of an event before `begin`; null if unknown. */
    async finish(from: number | null): Promise<void> {
      await saving
      index = next ?? index
      next = null
      position = from ?? position
      isSaved = false
    },

    /** Writes a snapshot unless nothing has changed since the last one. */
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
