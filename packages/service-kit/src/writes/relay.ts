import { setTimeout as pause } from 'node:timers/promises'
import type { Filter } from '../store/store.ts'
import { LONGEST_DELAY_MS, type Stored } from './document.ts'
import { type Publishing, publishBatch } from './publish.ts'
import type { Outbox, Writes } from './writes.ts'

/** Other processes write documents too, and may die before they publish: one index lookup per outbox. */
const SWEEP_MS = 1_000
const RETRY_MS = 1_000
/** Documents at a time: some milliseconds, so that the backlog of an import does not block other work. */
const AT_ONCE = 100
const YIELD_MS = 2
/** Ids remembered while the relay is busy; the sweep finds the rest. */
const MOST_WOKEN = 1_000

/**
 * Publishes events of this process at once, and whatever it finds in the store (from imports, dead processes, or an
 * outage of the bus). Several may run concurrently.
 */
export function startRelay({
  writes,
  ...parts
}: Publishing & { writes: Pick<Writes<never>, 'outboxes' | 'listen'>[] }) {
  const outboxes = writes.flatMap((each) => each.outboxes)
  const woken = new Set<string>()
  /** After an outage of the bus: events saved now must not overtake unpublished ones. */
  let isBehind = false
  const { signal, wait, wake, stop } = createWaiting()
  const unsubscribers = writes.map(({ listen }) =>
    listen((id) => {
      if (woken.size < MOST_WOKEN) woken.add(id)
      wake()
    }),
  )

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const found = isBehind ? await sweep() : (await relayWoken()) || (await sweep())
        isBehind &&= found
        if (found) await pause(YIELD_MS)
        else await wait(SWEEP_MS)
      } catch (error) {
        isBehind = true
        parts.log.warn({ err: error }, `events could not be published; retrying in ${RETRY_MS} ms`)
        await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  }

  async function relayWoken(): Promise<boolean> {
    const ids = [...woken].slice(0, AT_ONCE)
    for (const id of ids) woken.delete(id)
    return ids.length > 0 && (await relay({ _id: { $in: ids }, outboxDue: { $lte: parts.now().getTime() } }))
  }

  async function sweep(): Promise<boolean> {
    if (await relay({ outboxDue: { $lte: parts.now().getTime() } })) return true
    // Due later than anything is ever postponed, also by a process whose clock is ahead: the clock was set back since.
    return await relay({ outboxDue: { $gt: parts.now().getTime() + 2 * LONGEST_DELAY_MS } })
  }

  async function relay(among: Filter<Stored>): Promise<boolean> {
    let found = false
    for (const outbox of outboxes) {
      const due = await dueIn(outbox, among)
      if (due.length > 0) await publishBatch(parts, outbox, due)
      found ||= due.length > 0
    }
    return found
  }

  function dueIn({ collection, atOnce = AT_ONCE }: Outbox, among: Filter<Stored>) {
    return collection.find(among, { sort: { outboxDue: 1 }, limit: atOnce }).toArray()
  }

  const running = run()
  return {
    /** Waits for in-flight work; the next relay publishes the rest. */
    async stop(): Promise<void> {
      for (const unsubscribe of unsubscribers) unsubscribe()
      stop()
      await running
    },
  }
}

function createWaiting() {
  const stopping = new AbortController()
  let early = new AbortController()
  return {
    signal: stopping.signal,
    stop: () => {
      stopping.abort()
      early.abort()
    },
    wake: () => early.abort(),
    async wait(ms: number): Promise<void> {
      await pause(ms, undefined, { signal: early.signal, ref: false }).catch(() => undefined)
      if (!stopping.signal.aborted) early = new AbortController()
    },
  }
}
