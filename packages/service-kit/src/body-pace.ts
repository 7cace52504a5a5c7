import type { FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { createPace, type Pace } from './pace.ts'
import { rateLimitKey } from './rate-limit-key.ts'

/** Up to this, reading costs no more than the request did. */
export const SMALL_BODY = 65_536
/**
 * 20 MB a second from one address, more than most lines carry. What waits for a turn is old to V8 by then: with turns of
 * 64 kB each chunk was, and collections of old objects came twice as often.
 */
const PER_TURN = 262_144
const APART_MS = 12

/** To be called with the size of each chunk. Returns null if more may be read at once, else resolves when. */
export type BodyPace = (bytes: number) => Promise<void> | null

declare module 'fastify' {
  interface FastifyRequest {
    /** For its body. All large ones of an address are read in turns, and its people take turns among themselves. */
    paceBody(user: string | null): BodyPace
  }
}

/** At full speed, large bodies from one address would take the whole process. */
export function paceBodies(app: App): void {
  const pace = createPace({ waiting: Number.POSITIVE_INFINITY, apartMs: APART_MS })
  app.decorateRequest('paceBody', function (this: FastifyRequest, user) {
    return paceOf(() => pace({ address: rateLimitKey(this.sender.address), user }))
  })
}

function paceOf(turn: () => ReturnType<Pace>): BodyPace {
  let due = PER_TURN - SMALL_BODY
  let waiting: Promise<void> | null = null

  async function wait(): Promise<void> {
    for (; due >= PER_TURN; due -= PER_TURN) await turn()
    waiting = null
  }

  return (bytes) => {
    due += bytes
    if (due >= PER_TURN) waiting ??= wait()
    return waiting
  }
}
