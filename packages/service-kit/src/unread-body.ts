import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { App } from './app.ts'

const PATIENCE_MS = 5_000

/**
 * Closing a connection with unread bytes sends a reset, which the client would see instead of the response. A body whose
 * reader has failed, such as a form's on a full disk, would stay on its connection, and that open.
 */
export function drainUnreadBodies(app: App): void {
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete) discard(raw)
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.raw.complete || !closesAfter(request)) done(null, payload)
    else void drain(request.raw).then(() => done(null, payload))
  })
}

function closesAfter({ raw, headers }: FastifyRequest): boolean {
  return raw.httpVersion === '1.0' || /\bclose\b/i.test(headers.connection ?? '')
}

async function drain(raw: IncomingMessage): Promise<void> {
  discard(raw)
  // Ended, aborted or too slow: the response is sent now.
  await finished(raw, { writable: false, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined)
}

function discard(raw: IncomingMessage): void {
  raw.unpipe()
  raw.resume()
}
