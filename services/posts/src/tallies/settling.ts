import type { Store } from '@aangan/service-kit/store/store'
import { createMarks } from './marks.ts'
import { createRebuild } from './rebuild.ts'

/** How far the listings are counted. */
export interface Settling {
  /** Whether the tallies tell of every listing. */
  isSettled(): Promise<boolean>
  /**
   * The ids of listings that the tallies may not tell of yet; none where many are written at once, which is a matter of
   * a second. Null while an earlier release's listings may still lack fields that searches go by.
   */
  uncounted(): Promise<string[] | null>
}

export function createSettling(store: Store): Settling {
  const marks = createMarks(store)
  const rebuild = createRebuild(store, marks)
  // Once done it stays so: another release has another process.
  let known = false
  const isRebuilt = async () => {
    known ||= await rebuild.isDone()
    return known
  }
  return {
    isSettled: async () => (await isRebuilt()) && (await marks.isEmpty()),
    uncounted: async () => ((await isRebuilt()) ? await marks.listings() : null),
  }
}
