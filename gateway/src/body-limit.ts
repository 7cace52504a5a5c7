import { type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import type { FastifyRequest } from 'fastify'
import type { Route } from './upstreams.ts'

/** Not parsed. Without an upload pool bodies are buffered, so a slow client holds no connection to the service. */
export function passBodies(app: App, { bodyLimit, uploads }: Pick<Route, 'bodyLimit' | 'uploads'>): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    const length = Number(request.headers['content-length'] ?? 0)
    if (length > bodyLimit) throw tooLarge(bodyLimit)
    const body = limited(payload, bodyLimit)
    return uploads === null ? await buffer(body) : body
  })
}

/** Minimum upload rate, 0.25 Mbit/s after the first minute: a slower one holds a connection others wait for. */
const SLOWEST_BYTES_PER_S = 32_000
const HEAD_START_MS = 60_000
const CHECK_EVERY_MS = 5_000

/** Fails with TOO_LARGE beyond `limit` bytes, and with TIMED_OUT below the minimum rate. */
export function limited(payload: Readable, limit: number): Readable {
  let bytes = 0
  const started = Date.now()
  const timer = setInterval(() => {
    const allowedMs = HEAD_START_MS + (bytes / SLOWEST_BYTES_PER_S) * 1_000
    if (Date.now() - started > allowedMs) through.destroy(tooSlow())
  }, CHECK_EVERY_MS)
  const through = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length
      next(bytes > limit ? tooLarge(limit) : null, chunk)
    },
  })
  payload.on('error', (error) => through.destroy(error))
  // An upload may abort before anyone listens: an unhandled 'error' would end the process.
  through.on('error', () => undefined)
  // A service may respond before it has read everything: drain the rest, or the visitor's connection breaks.
  through.on('close', () => {
    clearInterval(timer)
    payload.unpipe(through)
    payload.resume()
  })
  return payload.pipe(through)
}

function tooSlow(): AppError {
  return new AppError('TIMED_OUT', 'This took too long to send. Try again on a faster connection.')
}

function tooLarge(limit: number): AppError {
  return new AppError('TOO_LARGE', `This is too large to send: at most ${limit} bytes are allowed`)
}
