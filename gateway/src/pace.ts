import { setTimeout as pause } from 'node:timers/promises'
import { createFairQueue } from '@aangan/service-kit/fair-queue'
import type { App } from '@aangan/service-kit/server'
import { limitKeysOf } from './limit-keys.ts'
import { PROBES } from './limits.ts'
import type { Sessions } from './sessions.ts'

/** 330 requests a second, half as much again as RATE_LIMIT allows in the long run. */
const APART_MS = 3
/** Of all addresses; CONCURRENT_LIMIT bounds what one can add. */
const WAITING = 1_000
const BUSY = 'The site is very busy. Try again in a moment.'

/** Begins the requests of an address one after the other: bursts, even of refusals, leave time to others (decision 040). */
export function paceRequests(app: App, sessions: Sessions): void {
  const turn = createFairQueue({ atOnce: Number.POSITIVE_INFINITY, atOnceEach: 1, waiting: WAITING, busy: BUSY })
  app.addHook('onRequest', (request, _reply, next) => {
    if (PROBES.has(request.url)) return next()
    const { address, person } = limitKeysOf(request, sessions)
    const begin = () => {
      next()
      return pause(APART_MS)
    }
    turn(begin, { address, user: person() }).catch(next)
  })
}
