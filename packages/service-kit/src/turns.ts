import { AppError } from './errors.ts'

interface TurnsOptions {
  atOnce: number
  waiting: number
  /** How long it waits at most: who asks gives up some day, and then it would be done for nobody. */
  patienceMs?: number
  busy: string
}

const RETRY_AFTER_S = 5

export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets so much work go on at once; a little more waits. Beyond that, and for what has waited too long, it throws
 * UNAVAILABLE with the words `busy`: who asks is better told to come back than kept in a queue that grows.
 */
export function createTurns({ atOnce, waiting, patienceMs, busy }: TurnsOptions): Turns {
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
      // Whoever waited takes over this turn.
      if (next) next()
      else running -= 1
    }
  }
}
