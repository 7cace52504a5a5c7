import { AppError } from './errors.ts'

interface TurnsOptions {
  atOnce: number
  waiting: number
  busy: string
}

export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets so much work go on at once; a little more waits. Beyond that it throws UNAVAILABLE with the words `busy`: who asks
 * is better told to come back than kept in a queue that grows.
 */
export function createTurns({ atOnce, waiting, busy }: TurnsOptions): Turns {
  const queue: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new AppError('UNAVAILABLE', busy)
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running += 1
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
