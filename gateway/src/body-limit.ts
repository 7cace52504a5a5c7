import { type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BodyPace } from '@aangan/service-kit/body-pace'
import { AppError } from '@aangan/service-kit/errors'
import { rateLimitKey } from '@aangan/service-kit/rate-limit-key'
import type { App } from '@aangan/service-kit/server'
import { countTinyChunks } from '@aangan/service-kit/tiny-chunks'
import type { FastifyRequest } from 'fastify'
import { limitAtOnce } from './at-once-limit.ts'
import { LATE_MS, limitHolders } from './holders.ts'
import type { Route } from './upstreams.ts'

/** Uploads at a time. Our pages send three, so that is twenty people. */
export const UPLOADS_AT_ONCE = { perAddress: 60, perPerson: 3 }
/** Those that are still arriving, of the 256 connections for uploads; some others are being encoded. */
const ARRIVING = 200

/** Not parsed. Without an upload pool bodies are buffered, so a slow client holds no connection to the service. */
export function passBodies(app: App, { bodyLimit, uploads }: Pick<Route, 'bodyLimit' | 'uploads'>): void {
  const arriving = limitHolders({ most: ARRIVING })
  if (uploads !== null) limitUploads(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    const length = Number(request.headers['content-length'] ?? 0)
    if (length > bodyLimit) throw tooLarge(bodyLimit)
    const { body, lateMs } = limited(payload, bodyLimit, request.paceBody(request.caller.userId))
    // A service may respond before it has read everything.
    body.once('close', () => void request.drainBody())
    if (uploads === null) return await buffer(body)
    const address = rateLimitKey(request.sender.address)
    const upload = { address, lateMs, end: () => void body.destroy(tooSlow()) }
    body.once('close', () => arriving.remove(upload))
    arriving.add(upload)
    return body
  })
}

function limitUploads(app: App): void {
  const acquire = limitAtOnce(UPLOADS_AT_ONCE)
  // Before the body is read.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') return done()
    const release = acquire({ address: rateLimitKey(request.sender.address), person: () => request.caller.userId })
    if (release === null) return done(tooManyUploads())
    // 'close' is over if the client has left while its session was looked up.
    if (reply.raw.destroyed) release()
    else reply.raw.once('close', release)
    done()
  })
}

/** Minimum upload rate, 0.25 Mbit/s after the first minute: a slower one holds a connection. */
const SLOWEST_BYTES_PER_S = 32_000
const HEAD_START_MS = 60_000
const CHECK_EVERY_MS = 5_000

interface LimitedBody {
  /**
   * Fails with TOO_LARGE beyond the limit, with BAD_REQUEST if its chunks are tiny, and with TIMED_OUT below the minimum
   * rate or after a silence. Once it is closed, the rest is left unread.
   */
  body: Readable
  /** Milliseconds behind the minimum rate. */
  lateMs(): number
}

/** @param limit in bytes */
export function limited(payload: Readable, limit: number, pace: BodyPace = () => null): LimitedBody {
  let bytes = 0
  const areTiny = countTinyChunks()
  const started = performance.now()
  let heard = started
  const lateMs = () => performance.now() - started - (bytes / SLOWEST_BYTES_PER_S) * 1_000
  const timer = setInterval(() => {
    // The client cannot send while the service does not read.
    if (through.writableNeedDrain) heard = performance.now()
    if (lateMs() > HEAD_START_MS || performance.now() - heard > LATE_MS) through.destroy(tooSlow())
  }, CHECK_EVERY_MS)
  const through = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length
      heard = performance.now()
      if (areTiny(chunk.length)) return next(tooManyPieces())
      if (bytes > limit) return next(tooLarge(limit))
      const turn = pace(chunk.length)
      if (turn === null) next(null, chunk)
      else void turn.then(() => next(null, chunk))
    },
  })
  payload.on('error', (error) => through.destroy(error))
  // The client has left already.
  if (payload.destroyed && !payload.readableEnded)
    through.destroy(payload.errored ?? new Error('the client disconnected'))
  // An upload may abort before anyone listens: an unhandled 'error' would end the process.
  through.on('error', () => undefined)
  through.on('close', () => {
    clearInterval(timer)
    payload.unpipe(through)
  })
  return { body: payload.pipe(through), lateMs }
}

function tooSlow(): AppError {
  return new AppError('TIMED_OUT', 'This took too long to send. Try again on a faster connection.')
}

function tooManyPieces(): AppError {
  return new AppError('BAD_REQUEST', 'This was sent in too many small pieces. Send larger ones.')
}

function tooManyUploads(): AppError {
  const message = 'Too many files are being uploaded at once from your internet connection. Try again in a moment.'
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfterS: 5, limit: 'uploads' })
}

function tooLarge(limit: number): AppError {
  const most = limit < 1e6 ? `${Math.floor(limit / 1e3)} kB` : `${Math.floor(limit / 1e6)} MB`
  return new AppError('TOO_LARGE', `This is too large to send. The limit is ${most}.`)
}
