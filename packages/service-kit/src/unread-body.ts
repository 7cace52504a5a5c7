import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { createPace, type Pace } from './pace.ts'
import { rateLimitKey } from './rate-limit-key.ts'
import { countTinyChunks } from './tiny-chunks.ts'

const PATIENCE_MS = 5_000
/** Up to this, Node's own draining costs no more than the request did. */
const SMALL = 65_536
/** Read in one turn: at most 20 MB a second from one address. */
const PER_TURN = 65_536

declare module 'fastify' {
  interface FastifyRequest {
    /** Reads and discards the rest of the body. Resolves once it has ended, or the client has left. */
    drainBody(): Promise<void>
  }
}

/**
 * Bodies of refused requests are read to their end, since many clients send all before they look at the response, and
 * closing a connection with unread bytes sends a reset instead of it. They are read in turns: at full speed, those that
 * one address sends would take the whole process.
 */
export function drainUnreadBodies(app: App): void {
  const pace = createPace({ waiting: Number.POSITIVE_INFINITY })
  const draining = new WeakMap<IncomingMessage, Promise<void>>()
  app.decorateRequest('drainBody', function (this: FastifyRequest) {
    const drained = draining.get(this.raw) ?? drain(this, pace)
    draining.set(this.raw, drained)
    return drained
  })
  // A reader that has failed, such as a form's on a full disk, would leave the body on its connection, and that open.
  app.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.complete && !isBeingRead(request)) void request.drainBody()
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.raw.complete) return done(null, payload)
    if (closesAfter(request)) {
      void Promise.race([request.drainBody(), pause(PATIENCE_MS, undefined, { ref: false })]).then(() =>
        done(null, payload),
      )
    } else {
      if (isLarge(request) && !isBeingRead(request)) void request.drainBody()
      done(null, payload)
    }
  })
}

function closesAfter({ raw, headers }: FastifyRequest): boolean {
  return raw.httpVersion === '1.0' || /\bclose\b/i.test(headers.connection ?? '')
}

function isLarge({ headers }: FastifyRequest): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > SMALL
}

/** Its reader, perhaps an upload that is still passed on, drains what it leaves. */
function isBeingRead({ raw }: FastifyRequest): boolean {
  return raw.listenerCount('data') > 0
}

function drain({ raw, sender }: FastifyRequest, pace: Pace): Promise<void> {
  const client = { address: rateLimitKey(sender.address), user: null }
  raw.unpipe()
  return new Promise((resolve) => {
    let due = 0
    const areTiny = countTinyChunks()
    const wait = async () => {
      for (; due >= PER_TURN; due -= PER_TURN) await pace(client)
      raw.resume()
    }
    // Not `for await`, which joins thousands of chunks of a byte at a time.
    raw.on('data', (chunk: Buffer) => {
      if (areTiny(chunk.length)) return void raw.destroy()
      const isWaiting = due >= PER_TURN
      due += chunk.length
      if (isWaiting || due < PER_TURN) return
      raw.pause()
      void wait()
    })
    // 'error': the client has left.
    for (const end of ['end', 'close', 'error']) raw.once(end, () => resolve())
    if (raw.readableEnded || raw.destroyed) resolve()
    else raw.resume()
  })
}
