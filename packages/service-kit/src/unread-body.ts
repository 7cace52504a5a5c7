import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { App } from './app.ts'

const PATIENCE_MS = 5_000

/**
 * Reads away what a client still sends before it gets an answer after which the connection closes. The system resets a
 * connection that is closed with unread bytes in it, and the client would see the reset instead of the answer.
 */
export function readBodiesAway(app: App): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.raw.complete || !closesAfter(request)) done(null, payload)
    else void readAway(request.raw).then(() => done(null, payload))
  })
}

function closesAfter({ raw, headers }: FastifyRequest): boolean {
  return raw.httpVersion === '1.0' || /\bclose\b/i.test(headers.connection ?? '')
}

async function readAway(raw: IncomingMessage): Promise<void> {
  raw.unpipe()
  raw.resume()
  // Its outcome is all the same here: ended, broken off or too slow, the answer goes out now.
  await finished(raw, { writable: false, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined)
}
