import type { Store } from '@aangan/service-kit/store/store'
import { createMarks } from './marks.ts'
import { createRebuild } from './rebuild.ts'

/**
 * How far the listings are counted: `settled` when the tallies tell of every one of them, `counting` while some are
 * marked, `rebuilding` while an earlier release's may still lack fields that searches go by.
 */
export type Settling = 'settled' | 'counting' | 'rebuilding'

export function createSettling(store: Store): () => Promise<Settling> {
  const marks = createMarks(store)
  const rebuild = createRebuild(store, marks)
  // Once done it stays so: another release has another process.
  let isRebuilt = false
  return async () => {
    isRebuilt ||= await rebuild.isDone()
    if (!isRebuilt) return 'rebuilding'
    return (await marks.isEmpty()) ? 'settled' : 'counting'
  }
}
