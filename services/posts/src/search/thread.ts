import { Worker } from 'node:worker_threads'
import { AppError } from '@aangan/service-kit/errors'
import type { Answer, Call, Calls, WorkerData } from './worker.ts'

/** Its bundle lies beside this one's; what runs from the sources, in tests, takes the built one. */
const BUNDLE = new URL(
  import.meta.url.endsWith('.ts') ? '../../../../platform/dist/posts-search.js' : './posts-search.js',
  import.meta.url,
)

/** The thread of the search, as those who ask it see it. */
export interface Thread {
  /** Rejects with UNAVAILABLE where the thread has ended, or ends before it answers. */
  call<N extends keyof Calls>(name: N, ...args: Parameters<Calls[N]>): Promise<Awaited<ReturnType<Calls[N]>>>
  /** Resolves once the thread is gone, whoever ended it. */
  ended: Promise<void>
  end(): Promise<void>
}

export function startThread(data: WorkerData): Thread {
  const worker = new Worker(BUNDLE, { workerData: data, name: 'search' })
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let last = 0
  let isOver = false
  worker.unref()
  worker.on('message', (answer: Answer) => {
    const one = waiting.get(answer.number)
    waiting.delete(answer.number)
    if ('problem' in answer) one?.reject(new Error(`The search failed: ${answer.problem}`))
    else one?.resolve(answer.result)
  })
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      isOver = true
      for (const { reject } of waiting.values()) reject(away())
      waiting.clear()
      resolve()
    })
  })
  // What it throws ends it; without a listener it would end the process.
  worker.on('error', () => undefined)
  return {
    call<N extends keyof Calls>(name: N, ...args: Parameters<Calls[N]>) {
      if (isOver) return Promise.reject(away())
      const call: Call = { number: ++last, name, args }
      return new Promise<Awaited<ReturnType<Calls[N]>>>((resolve, reject) => {
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
