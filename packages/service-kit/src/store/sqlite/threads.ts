import { AppError, PART_AWAY } from '../../errors.ts'
import { startThread } from './start-thread.ts'
import { createThread, type Thread } from './thread.ts'
import type { FromThread, Question } from './thread-protocol.ts'

/** As long as MongoDB may be silent. */
const DEADLINE_MS = 5_000
/** What takes longer is cut and asked again in the slow thread. So nothing quick waits longer than this for it. */
const QUICK_MS = 50
/** Quick reads that a thread has before it: to wake a thread costs more than a small read. */
const DEPTH = 8

export type Asked = Omit<Question, 'id' | 'limitMs'>

/**
 * The threads that read all SQLite stores of this process: one for quick reads alone, and one that takes the slow ones
 * first. A thread takes 10 MB, so two for each store would cost a small site half of its memory again.
 */
export interface Threads {
  /** Has the first thread ready before it is asked. */
  prepare(): void
  /** @throws AppError UNAVAILABLE when it is not answered within 5 s */
  ask(asked: Asked): Promise<unknown>
  /** Ends the reads of a store and waits until no thread has it open. */
  close(store: number): Promise<void>
}

interface Waiting {
  id: number
  asked: Asked
  endsAt: number
  settle(outcome: { value: unknown } | Error): void
}

/** A thread and what it was asked. */
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
    const isOpen = (lane: Lane) => lane.reading.size < DEPTH && (lane === quickLane || (!slowOne && slow.length === 0))
    for (;;) {
      const [lane] = lanes.filter(isOpen).sort((a, b) => a.reading.size - b.reading.size)
      const next = lane && nextOf(quick)
      if (!next) return
      void read(lane, next, { isSlow: false })
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
    prepare() {
      // Whoever asks hears of a failure.
      quickLane.thread.start().catch(() => {})
    },
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
        quick.push(one)
        proceed()
      })
    },
    async close(store) {
      for (const one of waiting.values()) if (one.asked.store.id === store) end(one, closed(one.asked))
      await Promise.all(lanes.map(({ thread }) => thread.close(store)))
    },
  }
}

/** With the fields, not the values, of what was asked: those may be anybody's. */
function overdue({ store, collection, read, args }: Asked, deadlineMs: number): AppError {
  const [filter, options] = args.map((arg) => Object.keys(Object(arg)).join(', '))
  const words = `${read} in ${collection} of ${store.file} took longer than ${deadlineMs} ms`
  return new AppError('UNAVAILABLE', PART_AWAY, {
    cause: new Error(`${words}; fields: ${filter}; options: ${options}`),
  })
}

function closed({ store }: Asked): AppError {
  return new AppError('UNAVAILABLE', PART_AWAY, { cause: new Error(`The store ${store.file} was closed`) })
}

/** An error comes from another thread without its class. */
function errorOf({ error, name, code }: Extract<FromThread, { kind: 'error' }>): Error {
  return Object.assign(new Error(error.message, { cause: error }), { name, code })
}

let shared: Threads | undefined

/** Those of this process. */
export function sharedThreads(): Threads {
  shared ??= createThreads()
  return shared
}
