import type { Worker } from 'node:worker_threads'
import { AppError, PART_UNAVAILABLE } from '../../errors.ts'
import type { startThread } from './start-thread.ts'
import { BUSY, type FromThread, type Question, STOP, STOP_ALL, type ToThread } from './thread-protocol.ts'

/** A stopped thread leaves SQLite within milliseconds, unless it sorts a very large result. */
const EXIT_MS = 5_000

type Reply = Extract<FromThread, { id: number }>

/** Started on first use and restarted after it died. */
export interface Thread {
  start(): Promise<unknown>
  readonly isReady: boolean
  /** Reads run one at a time. Throws an AppError UNAVAILABLE if the thread dies first. */
  ask(question: Question): Promise<Reply>
  stop(id: number): void
  close(store: number): Promise<void>
  /** Blocks the process until the thread has left SQLite: exiting while it is there aborts the process. */
  halt(): void
}

interface Expected {
  resolve(reply: FromThread): void
  reject(error: Error): void
}

export function createThread(launch: typeof startThread): Thread {
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  const expected = new Map<string, Expected>()
  let worker: Promise<Worker> | null = null
  let isReady = false

  function start(): Promise<Worker> {
    worker ??= begin().catch((error) => {
      worker = null
      throw error
    })
    return worker
  }

  async function begin(): Promise<Worker> {
    const begun = await launch(shared)
    let reason: unknown
    return new Promise((resolve, reject) => {
      begun.on('message', (reply: FromThread) => {
        if (reply.kind === 'ready') {
          isReady = true
          resolve(begun)
        } else settle(reply)
        // Lets the process exit while the thread is idle.
        if (expected.size === 0) begun.unref()
      })
      begun.on('error', (error) => {
        reason = error
      })
      begun.on('exit', () => {
        worker = null
        isReady = false
        Atomics.store(shared, BUSY, 0)
        const lost = new AppError('UNAVAILABLE', PART_UNAVAILABLE, {
          cause: new Error('A reader thread died', { cause: reason }),
        })
        reject(lost)
        for (const { reject } of expected.values()) reject(lost)
        expected.clear()
      })
    })
  }

  function settle(reply: Exclude<FromThread, { kind: 'ready' }>): void {
    const key = reply.kind === 'closed' ? `close ${reply.store}` : `read ${reply.id}`
    expected.get(key)?.resolve(reply)
    expected.delete(key)
  }

  async function send(key: string, message: ToThread): Promise<FromThread> {
    const begun = await start()
    return new Promise((resolve, reject) => {
      expected.set(key, { resolve, reject })
      begun.ref()
      begun.postMessage(message)
    })
  }

  return {
    start,
    get isReady() {
      return isReady
    },
    ask: async (question) => (await send(`read ${question.id}`, question)) as Reply,
    stop: (id) => void Atomics.store(shared, STOP, id),
    async close(store) {
      if (worker) await send(`close ${store}`, { close: store }).catch(() => {})
    },
    halt() {
      Atomics.store(shared, STOP, STOP_ALL)
      Atomics.wait(shared, BUSY, 1, EXIT_MS)
    },
  }
}
