import { parentPort, workerData } from 'node:worker_threads'
import type { SearchedPost } from './listing-row.ts'
import type { Change, Query } from './search.ts'
import { SearchIndex } from './search-index.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'

export interface WorkerData {
  /** Path of the snapshot; null for none. */
  file: string | null
}

export interface Call {
  number: number
  name: keyof Calls
  args: unknown[]
}
export type Answer = { number: number } & ({ result: unknown } | { problem: string })

export type Calls = typeof calls & Pick<SearchIndex, Query>

const { file } = workerData as WorkerData
let index = new SearchIndex()
/** Built while `index` keeps serving. */
let next: SearchIndex | null = null
/** Number of the last event in the index. */
let position: number | null = null
let saving: Promise<unknown> = Promise.resolve()
let isSaved = false

const calls = {
  /** Loads the snapshot. Returns the event number to resume after, or null without a usable snapshot. */
  async open(): Promise<number | null> {
    const snapshot = file === null ? null : await readSnapshot(file)
    if (snapshot === null) return null
    index = snapshot.index
    position = snapshot.position
    isSaved = true
    return position
  },

  /**
   * @param changes Change[] as JSON, which takes half the time of copying its objects
   * @param upTo the number of the last event among the changes; null for this process's own writes
   */
  async apply(changes: string, upTo: number | null): Promise<void> {
    // The index must not change while a snapshot is written.
    await saving
    for (const change of JSON.parse(changes) as Change[]) {
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

  count: () => index.count,
}

parentPort?.on('message', async ({ number, name, args }: Call) => {
  parentPort?.postMessage(await answer(number, name, args))
})

async function answer(number: number, name: keyof Calls, args: unknown[]): Promise<Answer> {
  try {
    const owner = (name in calls ? calls : index) as Record<keyof Calls, (...args: unknown[]) => unknown>
    return { number, result: await owner[name](...args) }
  } catch (error) {
    return { number, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
