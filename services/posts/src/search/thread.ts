import { AppError } from '@aangan/service-kit/errors'
import { startWorker } from '@aangan/service-kit/worker'
import type { Answer, Call, Calls, WorkerData } from './worker.ts'

const CODE = { name: 'posts-search', source: new URL('./worker.ts', import.meta.url) }

/** The columns are outside. With less room V8 collects garbage sooner, which there is much of while listings come in. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 12 }

/** The thread of the search, as those who ask it see it. */
export interface Thread {
  /** Rejects with UNAVAILABLE where the thread has ended, or ends before it answers. */
  call<N extends keyof Calls>(name: N, ...args: Parameters<Calls[N]>): Promise<Awaited<ReturnType<Calls[N]>>>
  /** Resolves once the thread is gone, whoever ended it, to what it failed with. */
  ended: Promise<Error | null>
  end(): Promise<void>
}

export async function startThread(data: WorkerData): Promise<Thread> {
  const worker = await startWorker(CODE, { workerData: data, name: 'search', resourceLimits: LIMITS })
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let last = 0
  let isOver = false
  let failure: Error | null = null
  worker.on('message', (answer: Answer) => {
    const one = waiting.get(answer.number)
    waiting.delete(answer.number)
    if (waiting.size === 0) worker.unref()
    if ('problem' in answer) one?.reject(new Error(`The search failed: ${answer.problem}`))
    else one?.resolve(answer.result)
  })
  // It keeps a process running only while something is asked of it.
  worker.unref()
  worker.on('error', (error) => {
    failure = error
  })
  const ended = new Promise<Error | null>((resolve) => {
    worker.once('exit', () => {
      isOver = true
      for (const { reject } of waiting.values()) reject(away())
      waiting.clear()
      resolve(failure)
    })
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

/** What a visitor reads while there is no index to ask. */
export function away(): AppError {
  return new AppError('UNAVAILABLE', 'The search is starting. Try again in a moment.', { retryAfterS: 5 })
}

/** What one reads who asks while too many others do. */
export function busy(): AppError {
  return new AppError('UNAVAILABLE', 'Many people are searching right now. Try again in a moment.', { retryAfterS: 5 })
}
