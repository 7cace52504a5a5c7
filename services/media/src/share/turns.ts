import { AppError } from '@aangan/service-kit/errors'

export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets so much work go on at once; a little more waits. Beyond that it throws UNAVAILABLE: who asks is better told to
 * come back than kept in a queue that grows.
 */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  const queue: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting)
        throw new AppError('UNAVAILABLE', 'Too many pictures are being made. Try again soon.')
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
