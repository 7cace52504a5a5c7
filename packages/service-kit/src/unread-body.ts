import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { SMALL_BODY } from './body-pace.ts'
import { countTinyChunks } from './tiny-chunks.ts'

const PATIENCE_MS = 5_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Reads and discards the rest of the body. Resolves once it has ended, or the client has left. */
    drainBody(): Promise<void>
  }
}

/**
 * Bodies of refused requests are read to their end, since many clients send all before they look at the response, and
 * closing a connection with unread bytes sends a reset instead of it. Large ones are read in turns, as all bodies are.
 */
export function drainUnreadBodies(app: App): void {
  const draining = new WeakMap<IncomingMessage, Promise<void>>()
  app.decorateRequest('drainBody', function (this: FastifyRequest) {
    const drained = draining.get(this.raw) ?? drain(this)
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
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > SMALL_BODY
}

/** Its reader, perhaps an upload that is still passed on, drains what it leaves. */
function isBeingRead({ raw }: FastifyRequest): boolean {
  return raw.listenerCount('data') > 0
}

function drain(request: FastifyRequest): Promise<void> {
  const { raw } = request
  raw.unpipe()
  return new Promise((resolve) => {
    const areTiny = countTinyChunks()
    const pace = request.paceBody(null)
    // Not `for await`, which joins thousands of chunks of a byte at a time.
    raw.on('data', (chunk: Buffer) => {
      if (areTiny(chunk.length)) return void raw.destroy()
      const turn = pace(chunk.length)
      if (turn === null) return
      raw.pause()
      void turn.then(() => raw.resume())
    })
    // 'error': the client has left.
    for (const end of ['end', 'close', 'error']) raw.once(end, () => resolve())
    if (raw.readableEnded || raw.destroyed) resolve()
    else raw.resume()
  })
}
