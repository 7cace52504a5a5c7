import { setTimeout as pause } from 'node:timers/promises'
import type { Following } from '@aangan/service-kit/bus/bus'
import type { Parts } from '@aangan/service-kit/parts'
import { searchedPost } from './listing-row.ts'
import type { Change, Search } from './search.ts'
import { createStored } from './stored.ts'
import { away, busy, startThread, type Thread } from './thread.ts'
import type { Calls } from './worker.ts'

/** For so long a call waits for an index that is being filled, or for its answer. */
const PATIENCE_MS = 3_000
/** Questions at a time, a second's work or two: the thread answers each, whether or not somebody still waits. */
const MOST_ASKED = 300
/** A thread that ended is started again after this. */
const RESTART_MS = 1_000
const SAVE_EVERY_MS = 10 * 60_000
/** Looks at whether all is there before the index counts as wrong: others may write between the two counts. */
const LOOKS = 5
const LOOK_MS = 1_000

export interface LiveSearch extends Search {
  /** Resolves once everything that is stored can be found. */
  ready: Promise<void>
  /** Saves the snapshot and lets go of everything. */
  stop(): Promise<void>
}

/**
 * Starts the search in a thread of its own: from its snapshot or from the store, then in step with what is announced. A
 * thread that ends is started again.
 * @param file where the snapshot is kept; null for none
 */
export function startSearch(
  { store, bus, log }: Pick<Parts, 'store' | 'bus' | 'log'>,
  file: string | null,
): LiveSearch {
  const stop = createStop()
  const stored = createStored(store)
  /** Takes changes in; may not be complete yet. */
  let thread: Thread | null = null
  let filling: Promise<unknown> = Promise.resolve()
  /** The thread once it is complete. */
  let opened = createHope<Thread>()
  const { promise: first } = opened
  /** Questions that the thread has, or will have, before it. */
  let asked = 0

  async function repeat(): Promise<void> {
    while (!stop.isAsked()) {
      try {
        await run()
      } catch (error) {
        if (!stop.isAsked()) log.error({ err: error }, `the search ended and starts again in ${RESTART_MS} ms`)
      }
      await Promise.race([pause(RESTART_MS, undefined, { ref: false }), stop.asked])
    }
  }

  /** From the start of a thread to its end. */
  async function run(): Promise<void> {
    const own = await startThread({ file })
    thread = own
    let following: Following | null = null
    let saving: NodeJS.Timeout | undefined
    let checking: Promise<void> | undefined
    try {
      following = await open(own)
      opened.resolve(own)
      saving = setInterval(() => save(own), SAVE_EVERY_MS).unref()
      checking = check(own).catch((error: unknown) => {
        if (!stop.isAsked()) log.error({ err: error }, 'the search could not be compared with the store')
      })
      const failure = await Promise.race([own.ended, stop.asked])
      if (!stop.isAsked()) throw failure ?? new Error('The thread of the search ended')
    } finally {
      clearInterval(saving)
      thread = null
      if (await isKept(opened.promise)) opened = createHope()
      await Promise.all([following?.stop(), checking])
      if (following !== null) await save(own)
      await own.end()
    }
  }

  async function open(own: Thread): Promise<Following> {
    const position = await own.call('open').catch(async (error: unknown) => {
      log.warn({ err: error }, 'the snapshot of the search cannot be read; all listings are read instead')
      return null
    })
    const following = await bus.follow({
      subjects: ['post.changed', 'post.added', 'post.removed'],
      from: position === null ? 'now' : { after: position },
      async handle({ data, position }) {
        const changes = ('posts' in data ? data.posts : [data]).map(searchedChange)
        // Without waiting for each: the thread takes them in turn, and where it ends, the next one begins anew.
        void own.call('apply', changes, position).catch(() => undefined)
      },
      async onGap() {
        log.warn('the search missed changes; all listings are read again')
        await fill(own, null)
      },
    })
    try {
      if (position === null) await fill(own, following.after)
      else for await (const changes of stored.pending()) await own.call('apply', changes, null)
      return following
    } catch (error) {
      await following.stop()
      throw error
    }
  }

  /** Reads all listings. Events up to `from` need not be taken in afterwards; null where that is not known. */
  function fill(own: Thread, from: number | null): Promise<void> {
    // One after the other: they share the index that is filled.
    const one = filling.then(async () => {
      await own.call('begin')
      let filled: Promise<unknown> = Promise.resolve()
      for await (const posts of stored.live()) {
        if (stop.isAsked()) throw new Error('The search was stopped before all listings were read')
        // The next piece is read while the thread takes in this one.
        await filled
        filled = own.call('fill', posts)
        filled.catch(() => undefined)
      }
      await filled
      await own.call('finish', from)
    })
    filling = one.catch(() => undefined)
    return one
  }

  /** What a snapshot or the bus missed is read from the store. */
  async function check(own: Thread): Promise<void> {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      await filling
      if ((await stored.count()) === (await own.call('count'))) return
      await Promise.race([pause(LOOK_MS, undefined, { ref: false }), stop.asked])
      if (stop.isAsked()) return
    }
    log.warn('the search and the store differ; all listings are read again')
    await fill(own, null)
  }

  async function save(own: Thread): Promise<void> {
    try {
      await own.call('save')
    } catch (error) {
      log.error({ err: error }, 'the snapshot of the search could not be written')
    }
  }

  async function ask<N extends keyof Calls>(name: N, ...args: Parameters<Calls[N]>) {
    if (asked >= MOST_ASKED) throw busy()
    asked += 1
    const answer = opened.promise.then((own) => own.call(name, ...args))
    const done = () => {
      asked -= 1
    }
    answer.then(done, done)
    return await inTime(answer)
  }

  const running = repeat()
  return {
    ready: first.then(() => undefined),
    async apply(changes) {
      // Where this fails, the thread is ending: the next one reads what is stored by then.
      await thread?.call('apply', changes.map(searchedChange), null).catch((error: unknown) => {
        log.warn({ err: error }, 'the search could not take in a change')
      })
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

/** Without what search does not read: all of it would be copied for the thread. */
function searchedChange(change: Change): Change {
  return 'status' in change ? searchedPost(change) : change
}

/** Rejects with UNAVAILABLE where the answer takes too long. */
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

/** A promise that is kept later. */
function createHope<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((kept) => {
    resolve = kept
  })
  return { promise, resolve }
}

async function isKept(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol()
  return (await Promise.race([promise, Promise.resolve(open)])) !== open
}

function createStop() {
  const controller = new AbortController()
  const asked = new Promise<void>((resolve) => controller.signal.addEventListener('abort', () => resolve()))
  return { asked, isAsked: () => controller.signal.aborted, ask: () => controller.abort() }
}
