import { type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'
import type { FastifyRequest } from 'fastify'
import type { Route } from './upstreams.ts'

/**
 * Lets bodies of any type through unread, up to a limit; a larger one is TOO_LARGE, before it is sent where known. Without
 * a pool for uploads a body is read whole first, so that one that comes slowly holds no connection to the service.
 */
export function passBodies(app: App, { bodyLimit, uploads }: Pick<Route, 'bodyLimit' | 'uploads'>): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    const length = Number(request.headers['content-length'] ?? 0)
    if (length > bodyLimit) throw tooLarge(bodyLimit)
    const body = limited(payload, bodyLimit)
    return uploads === null ? await buffer(body) : body
  })
}

/** A body that comes more slowly holds a connection that others wait for: 0.25 Mbit/s, after a minute. */
const SLOWEST_BYTES_PER_S = 32_000
const HEAD_START_MS = 60_000
const LOOK_MS = 5_000

/** What comes of `payload`, up to `limit` bytes. Fails with TOO_LARGE beyond them and with TIMED_OUT where it crawls. */
export function limited(payload: Readable, limit: number): Readable {
  let bytes = 0
  const started = Date.now()
  const timer = setInterval(() => {
    const allowedMs = HEAD_START_MS + (bytes / SLOWEST_BYTES_PER_S) * 1_000
    if (Date.now() - started > allowedMs) through.destroy(tooSlow())
  }, LOOK_MS)
  const through = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length
      next(bytes > limit ? tooLarge(limit) : null, chunk)
    },
  })
  payload.on('error', (error) => through.destroy(error))
  // Nobody may listen yet: one that breaks off while it waits for a connection to its service must not end the process.
  through.on('error', () => undefined)
  // A service that answers before it has read everything must not break the visitor's connection: read the rest away.
  through.on('close', () => {
    clearInterval(timer)
    payload.unpipe(through)
    payload.resume()
  })
  return payload.pipe(through)
}

function tooSlow(): AppError {
  return new AppError('TIMED_OUT', 'The body came too slowly. Try again with a better connection.')
}

function tooLarge(limit: number): AppError {
  return new AppError('TOO_LARGE', `The body is larger than the ${limit} bytes that this call takes`)
}
