import { AppError } from './errors.ts'

interface ConcurrencyOptions {
  atOnce: number
  waiting: number
  /** Longest wait: callers give up eventually, and the work would be wasted. */
  patienceMs?: number
  busy: string
}

const RETRY_AFTER_S = 5

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/** Beyond the short queue, or after waiting too long, throws UNAVAILABLE with the message `busy`. */
export function createConcurrencyLimit({ atOnce, waiting, patienceMs, busy }: ConcurrencyOptions): ConcurrencyLimit {
  const queue: (() => void)[] = []
  let running = 0

  const tooBusy = () => new AppError('UNAVAILABLE', busy, { retryAfterS: RETRY_AFTER_S })

  async function wait(): Promise<void> {
    if (queue.length >= waiting) throw tooBusy()
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        queue.splice(queue.indexOf(start), 1)
        reject(tooBusy())
      }
      const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs)
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      queue.push(start)
    })
  }

  return async (work) => {
    if (running >= atOnce) await wait()
    else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      // The next in the queue takes over this slot.
      if (next) next()
      else running -= 1
    }
  }
}
