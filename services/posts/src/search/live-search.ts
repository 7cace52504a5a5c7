import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Following } from '@aangan/service-kit/bus/bus'
import { withTimeLimit } from '@aangan/service-kit/bus/time-limit'
import type { Client } from '@aangan/service-kit/client'
import { createFairQueue } from '@aangan/service-kit/fair-queue'
import type { Parts } from '@aangan/service-kit/parts'
import { searchedPost } from './listing-row.ts'
import type { Change, Search } from './search.ts'
import { createSnapshotTokens } from './snapshot-tokens.ts'
import { createStoreReader } from './store-reader.ts'
import { away, BUSY, startThread, type Thread } from './thread.ts'
import type { Calls } from './worker.ts'

/** Time limit of a call, including the wait for an index that is being filled. */
const PATIENCE_MS = 3_000
/** Calls that the thread has at a time: one more than it works on. The others wait here, in turn, and can be dropped. */
const AT_ONCE = 2
const MAX_WAITING = 300
const RESTART_MS = 1_000
const SAVE_EVERY_MS = 10 * 60_000
/** Event ids remembered: far more than are published but not received yet. */
const MOST_APPLIED = 1_000
/** Comparisons before the index counts as wrong: others may write between the two counts. */
const COMPARISONS = 5
const COMPARE_AGAIN_MS = 1_000

export interface LiveSearch extends Search {
  /** Resolves once the index is complete. */
  ready: Promise<void>
  /** Unsubscribes, saves the snapshot and ends the thread. */
  stop(): Promise<void>
}

/** Runs the index in a worker thread, restarted if it dies. `file` is the path of the snapshot; null for none. */
export function startSearch(
  { store, bus, log }: Pick<Parts, 'store' | 'bus' | 'log'>,
  file: string | null,
): LiveSearch {
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = once(signal, 'abort')
  const stored = createStoreReader(store)
  const tokens = createSnapshotTokens(store)
  /** The running thread; its index may still be incomplete. */
  let thread: Thread | null = null
  /** The same once its index is complete. */
  let serving: Thread | null = null
  /** Ids of expected events whose changes this process has already applied; null while the index is incomplete. */
  let appliedEvents: Set<string> | null = null
  const opened = new EventEmitter<{ open: [Thread] }>()
  const ready = once(opened, 'open').then(() => undefined)
  let filling: Promise<unknown> = Promise.resolve()
  let saved: Promise<void> = Promise.resolve()
  const turn = createFairQueue({ atOnce: AT_ONCE, waiting: MAX_WAITING, patienceMs: PATIENCE_MS, busy: BUSY })

  async function repeat(): Promise<void> {
    while (!signal.aborted) {
      try {
        await run()
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, `the search thread ended; restarting in ${RESTART_MS} ms`)
      }
      await rest(RESTART_MS)
    }
  }

  async function rest(ms: number): Promise<void> {
    await pause(ms, undefined, { ref: false, signal }).catch(() => undefined)
  }

  async function run(): Promise<void> {
    const current = await startThread({ file })
    thread = current
    let following: Following | null = null
    let saving: NodeJS.Timeout | undefined
    let checking: Promise<void> | undefined
    try {
      following = await open(current)
      appliedEvents = new Set()
      serving = current
      opened.emit('open', current)
      void save(current)
      saving = setInterval(() => save(current), SAVE_EVERY_MS).unref()
      checking = check(current)
      const failure = await Promise.race([current.ended, stopped])
      if (!signal.aborted) throw failure
    } finally {
      clearInterval(saving)
      thread = null
      appliedEvents = null
      serving = null
      await Promise.all([following?.stop(), checking])
      if (following !== null) await save(current)
      await current.end()
    }
  }

  /** Returns the position in the event log of a snapshot that fits the store. */
  async function openSnapshot(current: Thread): Promise<number | null> {
    const snapshot = await current.call('open').catch((error: unknown) => {
      log.warn({ err: error }, 'could not read the search snapshot (SEARCH_FILE); rebuilding the index from the store')
      return null
    })
    if (snapshot === null) return null
    if (await tokens.take(snapshot.token)) return snapshot.position
    await current.call('refuse')
    log.warn('the search snapshot (SEARCH_FILE) is of another state of the store; rebuilding the index from the store')
    return null
  }

  async function open(current: Thread): Promise<Following> {
    const position = await openSnapshot(current)
    const following = await bus.follow({
      subjects: ['post.changed', 'post.added', 'post.removed'],
      from: position === null ? 'now' : { after: position },
      async handle({ id, data, position }) {
        const changes = appliedEvents?.delete(id) ? [] : 'posts' in data ? data.posts : [data]
        // Not awaited: the thread applies calls in order, and if it dies, its successor catches up.
        void current.call('apply', textOf(changes), position).catch(() => undefined)
      },
      afterGap: 'end',
      async onGap({ end }) {
        log.warn('the search missed events; rebuilding the index from the store')
        await fill(current, end)
      },
    })
    try {
      if (position === null) await fill(current, following.after)
      else for await (const changes of stored.pending()) await current.call('apply', textOf(changes), null)
      return following
    } catch (error) {
      await following.stop()
      throw error
    }
  }

  /** Rebuilds the index from the store. It then includes the events up to `from`; null if unknown. */
  function fill(current: Thread, from: number | null): Promise<void> {
    // Serialized: rebuilds share one replacement index.
    const rebuilt = filling.then(async () => {
      // The replacement has no tombstones, so it must apply every event itself. A new set, since calls in flight still add
      // to the old one.
      appliedEvents &&= new Set()
      await current.call('begin')
      let filled: Promise<unknown> = Promise.resolve()
      for await (const posts of stored.live()) {
        if (signal.aborted) throw new Error('The search was stopped while it was reading the listings')
        // Reads the next chunk while the thread indexes this one.
        await filled
        filled = current.call('fill', posts)
        filled.catch(() => undefined)
      }
      await filled
      await current.call('finish', from)
    })
    filling = rebuilt.catch(() => undefined)
    return rebuilt
  }

  /** Repeated until it succeeds: an index that differs would be wrong until the next start. */
  async function check(current: Thread): Promise<void> {
    while (thread === current && !signal.aborted) {
      try {
        return await compare(current)
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'could not compare the search index with the store; retrying')
        await rest(COMPARE_AGAIN_MS)
      }
    }
  }

  /** Rebuilds the index if its count differs from the store's. */
  async function compare(current: Thread): Promise<void> {
    for (let count = 0; count < COMPARISONS; count += 1) {
      await filling
      if ((await stored.count()) === (await current.call('count'))) return
      await rest(COMPARE_AGAIN_MS)
      if (signal.aborted) return
    }
    log.warn('the search index and the store differ; rebuilding the index from the store')
    await fill(current, null)
  }

  /** One after the other: the last one resolves once the store has its token. */
  function save(current: Thread): Promise<void> {
    saved = saved.then(() => writeSnapshot(current))
    return saved
  }

  async function writeSnapshot(current: Thread): Promise<void> {
    try {
      const token = await current.call('save')
      if (token !== null) await tokens.keep(token)
    } catch (error) {
      log.error({ err: error }, 'could not write the search snapshot (SEARCH_FILE)')
    }
  }

  async function ask<N extends keyof Calls>(
    client: Client | undefined,
    name: N,
    ...args: Parameters<Calls[N]>
  ): Promise<Awaited<ReturnType<Calls[N]>>> {
    const answer = turn(async () => {
      const current = serving ?? ((await once(opened, 'open')) as [Thread])[0]
      return current.call(name, ...args)
    }, client) as Promise<Awaited<ReturnType<Calls[N]>>>
    return await withTimeLimit(answer, PATIENCE_MS, away)
  }

  const running = repeat()
  return {
    ready,
    async apply(changes, events = []) {
      const applied = appliedEvents
      try {
        await thread?.call('apply', textOf(changes), null)
        if (applied !== null) remember(applied, events)
      } catch (error) {
        // The thread is ending: its successor reads what is stored by then.
        log.warn({ err: error }, 'the search could not apply a change')
      }
    },
    page: (request, client) => ask(client, 'page', request),
    map: (view, client) => ask(client, 'map', view),
    similar: (post, client) => ask(client, 'similar', post),
    cities: (type, client) => ask(client, 'cities', type),
    suggest: (q, limit, client) => ask(client, 'suggest', q, limit),
    nearby: (filters, client) => ask(client, 'nearby', filters),
    divide: (times, size) => ask(undefined, 'divide', times, size),
    lines: (span, limit) => ask(undefined, 'lines', span, limit),
    count: () => ask(undefined, 'count'),
    async stop() {
      stopping.abort()
      await running
    },
  }
}

function remember(applied: Set<string>, events: string[]): void {
  for (const id of events) applied.add(id)
  for (const id of applied) {
    if (applied.size <= MOST_APPLIED) return
    applied.delete(id)
  }
}

/** Drops the fields that the index does not use. */
function textOf(changes: Change[]): string {
  return JSON.stringify(changes.map(searchedChange))
}

function searchedChange(change: Change): Change {
  return 'status' in change ? searchedPost(change) : change
}
