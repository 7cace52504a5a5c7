import { setTimeout as pause } from 'node:timers/promises'
import type { Following } from '@aangan/service-kit/bus/bus'
import { createConcurrencyLimit } from '@aangan/service-kit/concurrency-limit'
import type { Parts } from '@aangan/service-kit/parts'
import { searchedPost } from './listing-row.ts'
import type { Change, Search } from './search.ts'
import { createStoreReader } from './store-reader.ts'
import { away, BUSY, startThread, type Thread } from './thread.ts'
import type { Calls } from './worker.ts'

/** Time limit of a call, including the wait for an index that is being filled. */
const PATIENCE_MS = 3_000
/** Calls that the thread has at a time. The others wait here, where they can be dropped when their time is up. */
const AT_ONCE = 4
const MAX_WAITING = 300
const RESTART_MS = 1_000
const SAVE_EVERY_MS = 10 * 60_000
/** Events remembered: far more than are published and not yet followed. */
const MOST_TOLD = 1_000
/** Comparisons before the index counts as wrong: others may write between the two counts. */
const LOOKS = 5
const LOOK_MS = 1_000

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
  const stop = createStop()
  const stored = createStoreReader(store)
  /** The running thread; its index may still be incomplete. */
  let thread: Thread | null = null
  /** Ids of coming events whose changes the thread has; null while its index is incomplete. */
  let told: Set<string> | null = null
  let filling: Promise<unknown> = Promise.resolve()
  /** Resolves to the thread once its index is complete. */
  let opened = createDeferred<Thread>()
  const { promise: first } = opened
  const turn = createConcurrencyLimit({ atOnce: AT_ONCE, waiting: MAX_WAITING, patienceMs: PATIENCE_MS, busy: BUSY })

  async function repeat(): Promise<void> {
    while (!stop.isAsked()) {
      try {
        await run()
      } catch (error) {
        if (!stop.isAsked()) log.error({ err: error }, `the search thread ended; restarting in ${RESTART_MS} ms`)
      }
      await Promise.race([pause(RESTART_MS, undefined, { ref: false }), stop.asked])
    }
  }

  async function run(): Promise<void> {
    const current = await startThread({ file })
    thread = current
    let following: Following | null = null
    let saving: NodeJS.Timeout | undefined
    let checking: Promise<void> | undefined
    try {
      following = await open(current)
      told = new Set()
      opened.resolve(current)
      saving = setInterval(() => save(current), SAVE_EVERY_MS).unref()
      checking = check(current).catch((error: unknown) => {
        if (!stop.isAsked()) log.error({ err: error }, 'could not compare the search index with the store')
      })
      const failure = await Promise.race([current.ended, stop.asked])
      if (!stop.isAsked()) throw failure ?? new Error('The search thread exited unexpectedly')
    } finally {
      clearInterval(saving)
      thread = null
      told = null
      if (await isSettled(opened.promise)) opened = createDeferred()
      await Promise.all([following?.stop(), checking])
      if (following !== null) await save(current)
      await current.end()
    }
  }

  async function open(current: Thread): Promise<Following> {
    const position = await current.call('open').catch(async (error: unknown) => {
      log.warn({ err: error }, 'could not read the search snapshot (SEARCH_FILE); rebuilding the index from the store')
      return null
    })
    const following = await bus.follow({
      subjects: ['post.changed', 'post.added', 'post.removed'],
      from: position === null ? 'now' : { after: position },
      async handle({ id, data, position }) {
        const changes = told?.delete(id) ? [] : 'posts' in data ? data.posts : [data]
        // Not awaited: the thread applies calls in order, and if it dies, its successor catches up.
        void current.call('apply', textOf(changes), position).catch(() => undefined)
      },
      async onGap() {
        log.warn('the search missed events; rebuilding the index from the store')
        await fill(current, null)
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
      await current.call('begin')
      let filled: Promise<unknown> = Promise.resolve()
      for await (const posts of stored.live()) {
        if (stop.isAsked()) throw new Error('The search was stopped while it was reading the listings')
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

  /** Rebuilds the index if its count differs from the store's. */
  async function check(current: Thread): Promise<void> {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      await filling
      if ((await stored.count()) === (await current.call('count'))) return
      await Promise.race([pause(LOOK_MS, undefined, { ref: false }), stop.asked])
      if (stop.isAsked()) return
    }
    log.warn('the search index and the store differ; rebuilding the index from the store')
    await fill(current, null)
  }

  async function save(current: Thread): Promise<void> {
    try {
      await current.call('save')
    } catch (error) {
      log.error({ err: error }, 'could not write the search snapshot (SEARCH_FILE)')
    }
  }

  async function ask<N extends keyof Calls>(name: N, ...args: Parameters<Calls[N]>) {
    return await inTime(turn(async () => (await opened.promise).call(name, ...args)))
  }

  const running = repeat()
  return {
    ready: first.then(() => undefined),
    async apply(changes, events = []) {
      const telling = told
      try {
        await thread?.call('apply', textOf(changes), null)
        if (telling !== null) remember(telling, events)
      } catch (error) {
        // The thread is ending: its successor reads what is stored by then.
        log.warn({ err: error }, 'the search could not apply a change')
      }
    },
    page: (request) => ask('page', request),
    map: (view) => ask('map', view),
    similar: (post) => ask('similar', post),
    cities: (type) => ask('cities', type),
    suggest: (q, limit) => ask('suggest', q, limit),
    divide: (times, size) => ask('divide', times, size),
    lines: (span, limit) => ask('lines', span, limit),
    count: () => ask('count'),
    async stop() {
      stop.ask()
      await running
    },
  }
}

function remember(told: Set<string>, events: string[]): void {
  for (const id of events) told.add(id)
  for (const id of told) {
    if (told.size <= MOST_TOLD) return
    told.delete(id)
  }
}

/** Drops unused fields. */
function textOf(changes: Change[]): string {
  return JSON.stringify(changes.map(searchedChange))
}

function searchedChange(change: Change): Change {
  return 'status' in change ? searchedPost(change) : change
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const late = pause(PATIENCE_MS, undefined, { signal: timer.signal }).then(() => Promise.reject(away()))
  try {
    return await Promise.race([answer, late])
  } finally {
    timer.abort()
    late.catch(() => undefined)
  }
}

function createDeferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol()
  return (await Promise.race([promise, Promise.resolve(open)])) !== open
}

function createStop() {
  const controller = new AbortController()
  const asked = new Promise<void>((resolve) => controller.signal.addEventListener('abort', () => resolve()))
  return { asked, isAsked: () => controller.signal.aborted, ask: () => controller.abort() }
}
