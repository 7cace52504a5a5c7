import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from './client.ts'
import { createFairQueue } from './fair-queue.ts'

/** Of requests 330 a second, half as much again as RATE_LIMIT allows in the long run. */
const APART_MS = 3
const BUSY = 'The site is very busy. Try again in a moment.'

/** Resolves in the client's turn. Rejects with UNAVAILABLE if too many are waiting. */
export type Pace = (client: Client) => Promise<void>

/**
 * Turns of an address are 3 ms apart, whatever is done in them: bursts leave time to others (decision 040).
 * @param waiting of all addresses together
 */
export function createPace({ waiting }: { waiting: number }): Pace {
  const turn = createFairQueue({ atOnce: Number.POSITIVE_INFINITY, atOnceEach: 1, waiting, busy: BUSY })
  return (client) =>
    new Promise((resolve, reject) => {
      const begin = () => {
        resolve()
        return pause(APART_MS)
      }
      turn(begin, client).catch(reject)
    })
}
