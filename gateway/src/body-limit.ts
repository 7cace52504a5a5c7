import { type Readable, Transform } from 'node:stream'
import { AppError } from '@aangan/service-kit/errors'
import type { App } from '@aangan/service-kit/server'

/** Lets bodies of any type through unread, up to a limit; a larger one is TOO_LARGE, before it is sent where known. */
export function passBodies(app: App, limit: number): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, payload, done) => {
    const length = Number(request.headers['content-length'] ?? 0)
    if (length > limit) done(tooLarge(limit))
    else done(null, limited(payload, limit))
  })
}

function limited(payload: Readable, limit: number): Readable {
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length
      next(bytes > limit ? tooLarge(limit) : null, chunk)
    },
  })
  payload.on('error', (error) => through.destroy(error))
  // A service that answers before it has read everything must not break the visitor's connection: read the rest away.
  through.on('close', () => {
    payload.unpipe(through)
    payload.resume()
  })
  return payload.pipe(through)
}

function tooLarge(limit: number): AppError {
  return new AppError('TOO_LARGE', `The body is larger than the ${limit} bytes that this call takes`)
}
