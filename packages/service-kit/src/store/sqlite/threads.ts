import { AppError, PART_UNAVAILABLE } from '../../errors.ts'
import { startThread } from './start-thread.ts'
import { createThread, type Thread } from './thread.ts'
import type { FromThread, Question } from './thread-protocol.ts'

/** As long as MongoDB may be silent. */
const DEADLINE_MS = 5_000
/** Longer reads are cut and repeated in the slow thread, so that no quick one waits longer than this. */
const QUICK_MS = 50
/** Quick reads queued in a thread: waking a thread costs more than a small read. */
const DEPTH = 8

export type Asked = Omit<Question, 'id' | 'limitMs'>

/** One for quick reads only, one that prefers slow ones, shared by all stores: a thread takes 10 MB. */
export interface Threads {
  prepare(): void
  /** @throws AppError UNAVAILABLE after 5 s */
  ask(asked: Asked): Promise<unknown>
  /** Stops the reads of a store and waits until no thread has it open. */
  close(store: number): Promise<void>
}

interface Waiting {
  id: number
  asked: Asked
  endsAt: number
  settle(outcome: { value: unknown } | Error): void
}

interface Lane {
  thread: Thread
  reading: Set<Waiting>
}

export function createThreads({ launch = startThread, deadlineMs = DEADLINE_MS } = {}): Threads {
  const quick: Waiting[] = []
  const slow: Waiting[] = []
  const waiting = new Map<number, Waiting>()
  const quickLane: Lane = { thread: createThread(launch), reading: new Set() }
  const slowLane: Lane = { thread: createThread(launch), reading: new Set() }
  const lanes = [quickLane, slowLane]
  let slowOne: Waiting | undefined
  let lastId = 0
  process.once('exit', () => {
    for (const { thread } of lanes) thread.halt()
  })

  function prepare({ thread }: Lane): void {
    // `ask` reports the failure.
    thread.start().catch(() => {})
  }

  function nextOf(queue: Waiting[]): Waiting | undefined {
    for (;;) {
      const next = queue.shift()
      if (!next || waiting.has(next.id)) return next
    }
  }

  function proceed(): void {
    if (slowLane.reading.size === 0) {
      slowOne = nextOf(slow)
      if (slowOne) void read(slowLane, slowOne, { isSlow: true })
    }
    const helps = !slowOne && slow.length === 0 && slowLane.thread.isReady
    const isOpen = (lane: Lane) => lane.reading.size < DEPTH && (lane === quickLane || helps)
    for (;;) {
      const [lane] = lanes.filter(isOpen).sort((a, b) => a.reading.size - b.reading.size)
      const next = lane && nextOf(quick)
      if (!next) return
      void read(lane, next, { isSlow: false })
      if (quickLane.reading.size > 1) prepare(slowLane)
    }
  }

  async function read({ thread, reading }: Lane, one: Waiting, { isSlow }: { isSlow: boolean }): Promise<void> {
    reading.add(one)
    try {
      await thread.start()
      const leftMs = one.endsAt - performance.now()
      const limitMs = isSlow ? leftMs : Math.min(leftMs, QUICK_MS)
      const reply = await thread.ask({ ...one.asked, id: one.id, limitMs })
      if (reply.kind !== 'cut') one.settle(reply.kind === 'value' ? reply : errorOf(reply))
      else if (isSlow) one.settle(overdue(one.asked, deadlineMs))
      else slow.push(one)
    } catch (error) {
      one.settle(error instanceof Error ? error : new Error(String(error)))
    }
    reading.delete(one)
    proceed()
  }

  function end(one: Waiting, reason: Error): void {
    one.settle(reason)
    for (const { thread, reading } of lanes) if (reading.has(one)) thread.stop(one.id)
  }

  return {
    prepare: () => prepare(quickLane),
    ask(asked) {
      return new Promise((resolve, reject) => {
        lastId += 1
        const timer = setTimeout(() => end(one, overdue(asked, deadlineMs)), deadlineMs)
        const one: Waiting = {
          id: lastId,
          asked,
          endsAt: performance.now() + deadlineMs,
          settle(outcome) {
            clearTimeout(timer)
            waiting.delete(one.id)
            if (outcome instanceof Error) reject(outcome)
            else resolve(outcome.value)
          },
        }
        waiting.set(one.id, one)
        // It waits for the disk: no quick read should be queued behind it.
        if (asked.read === 'checkpoint') slow.push(one)
        else quick.push(one)
        proceed()
      })
    },
    async close(store) {
      for (const one of waiting.values()) if (one.asked.store.id === store) end(one, closed(one.asked))
      await Promise.all(lanes.map(({ thread }) => thread.close(store)))
    },
  }
}

/** Names the fields, not the values, which may be private. */
function overdue({ store, collection, read, args }: Asked, deadlineMs: number): AppError {
  const [filter, options] = args.map((arg) => Object.keys(Object(arg)).join(', '))
  const words = `${read} in ${collection} of ${store.file} took longer than ${deadlineMs} ms`
  return new AppError('UNAVAILABLE', PART_UNAVAILABLE, {
    cause: new Error(`${words}; fields: ${filter}; options: ${options}`),
  })
}

function closed({ store }: Asked): AppError {
  return new AppError('UNAVAILABLE', PART_UNAVAILABLE, { cause: new Error(`The store ${store.file} was closed`) })
}

/** Errors lose their class between threads. */
function errorOf({ error, name, code }: Extract<FromThread, { kind: 'error' }>): Error {
  return Object.assign(new Error(error.message, { cause: error }), { name, code })
}

let shared: Threads | undefined

export function sharedThreads(): Threads {
  shared ??= createThreads()
  return shared
}
