import { once } from 'node:events'
import { AppError } from '@aangan/service-kit/errors'
import { startWorker } from '@aangan/service-kit/worker'
import type { Answer, Call, Calls, WorkerData } from './worker.ts'

const CODE = { name: 'posts-search', source: new URL('./worker.ts', import.meta.url) }

/** The columns are off-heap. Tight limits make V8 collect sooner: indexing creates much garbage. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 4 }

export interface Thread {
  /** Rejects with UNAVAILABLE if the thread has ended, or ends before it replies. */
  call<N extends keyof Calls>(name: N, ...args: Parameters<Calls[N]>): Promise<Awaited<ReturnType<Calls[N]>>>
  /** Resolves when the thread exits, to the reason. */
  ended: Promise<unknown>
  end(): Promise<void>
}

export async function startThread(data: WorkerData): Promise<Thread> {
  const worker = await startWorker(CODE, { workerData: data, name: 'search', resourceLimits: LIMITS })
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let last = 0
  let isOver = false
  worker.on('message', (answer: Answer) => {
    const caller = waiting.get(answer.number)
    waiting.delete(answer.number)
    if (waiting.size === 0) worker.unref()
    if ('problem' in answer) caller?.reject(new Error(`The search failed: ${answer.problem}`))
    else caller?.resolve(answer.result)
  })
  // The thread keeps the process alive only while calls are in flight.
  worker.unref()
  const unexpected = () => new Error('The search thread exited unexpectedly')
  const ended = once(worker, 'exit').then(unexpected, (error: unknown) => error)
  void ended.then(() => {
    isOver = true
    for (const { reject } of waiting.values()) reject(away())
  })
  return {
    call<N extends keyof Calls>(name: N, ...args: Parameters<Calls[N]>) {
      if (isOver) return Promise.reject(away())
      const call: Call = { number: ++last, name, args }
      return new Promise<Awaited<ReturnType<Calls[N]>>>((resolve, reject) => {
        worker.ref()
        waiting.set(call.number, { resolve: resolve as (result: unknown) => void, reject })
        worker.postMessage(call)
      })
    },
    ended,
    async end() {
      await worker.terminate()
      await ended
    },
  }
}

export function away(): AppError {
  return new AppError('UNAVAILABLE', 'The search is starting. Try again in a moment.', { retryAfterS: 5 })
}

export const BUSY = 'Many people are searching right now. Try again in a moment.'
