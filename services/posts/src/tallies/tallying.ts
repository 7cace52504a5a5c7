import { setTimeout as wait } from 'node:timers/promises'
import type { Parts } from '@aangan/service-kit/parts'
import type { Collection, Store } from '@aangan/service-kit/store/store'
import type { ListingDoc } from '../listing.ts'
import { createPlaces } from '../places/place-store.ts'
import { recountPlaces } from '../places/recount-places.ts'
import { createCells } from './cell-store.ts'
import { createMarks } from './marks.ts'
import { createRebuild } from './rebuild.ts'
import { recountCells } from './recount-cells.ts'
import { createSettling } from './settling.ts'

/** Other processes write listings too, so new marks are looked for this often: one look-up in an index. */
const LOOK_MS = 250
/** After a failure, for instance with the store away. */
const RETRY_MS = 5_000

/**
 * Keeps the tallies in step with the listings, whichever process writes those: it looks for marks again and again, and
 * what it does with them is right however often and wherever it is done.
 */
export function startTallying({ store, log, now }: Pick<Parts, 'store' | 'log' | 'now'>): { stop(): Promise<void> } {
  const marks = createMarks(store)
  const rebuild = createRebuild(store, marks)
  const listings: Collection<ListingDoc> = store.collection('listings')
  const stores = { cells: createCells(store), places: createPlaces(store), listings }
  const { signal, stopped, stop } = createStop()

  async function countDue(): Promise<Next> {
    const due = await marks.due(now())
    if (due.length === 0) return 'later'
    await recountCells(stores, [...new Set(due.flatMap(({ cells }) => cells))], signal)
    await recountPlaces(stores, [...new Set(due.flatMap(({ places }) => places))], signal)
    await marks.clear(due)
    return 'at once'
  }

  async function repeat(what: string, step: () => Promise<Next>): Promise<void> {
    for (let next: Next = 'at once'; next !== 'never' && !signal.aborted; ) {
      try {
        next = await step()
        if (next === 'later') await Promise.race([wait(LOOK_MS, undefined, { ref: false }), stopped])
      } catch (error) {
        if (signal.aborted) return
        log.error({ err: error }, `${what} failed and will be tried again in ${RETRY_MS} ms`)
        await Promise.race([wait(RETRY_MS, undefined, { ref: false }), stopped])
      }
    }
  }

  const counting = repeat('counting listings for the map', countDue)
  const rebuilding = repeat('preparing listings for search', async () => {
    await rebuild.run(signal)
    return 'never'
  })
  return {
    async stop() {
      stop()
      await Promise.all([counting, rebuilding])
    },
  }
}

/** Waits until a service, in whichever process, has counted every listing that is written by now. */
export async function whenSettled(store: Store): Promise<void> {
  const settling = createSettling(store)
  while (!(await settling.isSettled())) await wait(LOOK_MS / 10)
}

type Next = 'at once' | 'later' | 'never'

function createStop() {
  const controller = new AbortController()
  const { signal } = controller
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  return { signal, stopped, stop: () => controller.abort() }
}
