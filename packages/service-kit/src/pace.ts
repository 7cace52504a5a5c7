import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from './client.ts'
import { createFairQueue } from './fair-queue.ts'

const BUSY = 'The site is very busy. Try again in a moment.'

/** Resolves in the client's turn. Rejects with UNAVAILABLE if too many are waiting. */
export type Pace = (client: Client) => Promise<void>

interface PaceOptions {
  /** Of all addresses together. */
  waiting: number
  apartMs: number
}

/** Turns of an address are `apartMs` apart, whatever is done in them: bursts leave time to others (decision 040). */
export function createPace({ waiting, apartMs }: PaceOptions): Pace {
  const turn = createFairQueue({ atOnce: Number.POSITIVE_INFINITY, atOnceEach: 1, waiting, busy: BUSY })
  return (client) =>
    new Promise((resolve, reject) => {
      const begin = () => {
        resolve()
        return pause(apartMs)
      }
      turn(begin, client).catch(reject)
    })
}
