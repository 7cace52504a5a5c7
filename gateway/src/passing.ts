import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { SERVICES, type ServiceName } from '@aangan/contracts/services'
import { AppError, isAppError } from '@aangan/service-kit/errors'
import { isRefused, isTimeout } from '@aangan/service-kit/upstream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dispatcher } from 'undici'
import { requestHeaders } from './forwarded-headers.ts'

/** Bytes of an answer that are read however slowly its client reads, so that the connection to the service is free. */
const READ_AHEAD = 1_048_576
/** Of an answer that is sent in one piece: a stream costs more to set up than a small answer does to pass on. */
const MOST_AT_ONCE = 65_536
/** A connection that went stale between two requests. */
const STALE = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** Takes what can end the request. */
type Start = (controller: Dispatcher.DispatchController) => void

/** Takes an answer's status and headers; says false where its body is not wanted. */
type Begin = (status: number, headers: IncomingHttpHeaders) => boolean

/** Takes an error, and whether a part of the answer had come. */
type Fail = (error: Error, hasBegun: boolean) => void

interface Passing {
  pool: Dispatcher
  /** For its errors, and whether it gets cookies. */
  name: ServiceName
  /** Sets the reply's status and headers as the service's say; or sends another answer, and says false. */
  begin(request: FastifyRequest, reply: FastifyReply, status: number, headers: IncomingHttpHeaders): boolean
}

/**
 * Passes one request on and its answer back: over undici's `dispatch`, since each layer of streams above it costs as much
 * as passing the request does (decision 023).
 */
export function passOn(request: FastifyRequest, reply: FastifyReply, { pool, name, begin }: Passing): void {
  const { method, url } = request
  const body = (request.body ?? null) as Buffer | Readable | null
  const options = { method: method as Dispatcher.HttpMethod, path: url, headers: requestHeaders(request, name), body }
  const onBegin: Begin = (status, headers) => begin(request, reply, status, headers)
  const fail: Fail = (error) => {
    if (!reply.sent && !reply.raw.destroyed) reply.send(upstreamError(error, name))
  }
  const canRepeat = (method === 'GET' || method === 'HEAD') && body === null
  // What changes something is carried out once it has come whole, whether its client waits for the answer or not.
  const onStart = (controller: Dispatcher.DispatchController) => canRepeat && endWith(reply.raw, controller)
  const dispatch = (onError: Fail) => pool.dispatch(options, new Answer(reply, { onStart, onBegin, onError }))
  const again: Fail = (error, hasBegun) => (isStale(error) && !hasBegun ? dispatch(fail) : fail(error, hasBegun))
  dispatch(canRepeat ? again : fail)
}

function isStale(error: Error): boolean {
  return 'code' in error && STALE.has(String(error.code))
}

/** Ends a request to a service when the client has left before the answer begins; from then on its stream does. */
function endWith(answer: ServerResponse, controller: Dispatcher.DispatchController): void {
  const leave = () => {
    if (!answer.headersSent) controller.abort(new Error('the client has left'))
  }
  if (answer.destroyed) leave()
  else answer.once('close', leave)
}

/** Hands a service's answer to a reply: a small one once it is complete, others as they come. */
class Answer implements Dispatcher.DispatchHandler {
  readonly #reply: FastifyReply
  readonly #start: Start
  readonly #begin: Begin
  readonly #fail: Fail
  #small: { status: number; headers: IncomingHttpHeaders; chunks: Buffer[] } | null = null
  #stream: Readable | null = null

  constructor(reply: FastifyReply, { onStart, onBegin, onError }: { onStart: Start; onBegin: Begin; onError: Fail }) {
    this.#reply = reply
    this.#start = onStart
    this.#begin = onBegin
    this.#fail = onError
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#start(controller)
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return
    if (Number(headers['content-length']) <= MOST_AT_ONCE) this.#small = { status, headers, chunks: [] }
    else if (this.#begin(status, headers)) {
      this.#stream = new Readable({
        highWaterMark: READ_AHEAD,
        read: () => controller.resume(),
        destroy(error, done) {
          controller.abort(error ?? new Error('the client has left'))
          done(error)
        },
      })
      this.#reply.send(this.#stream)
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#small !== null) this.#small.chunks.push(chunk)
    else if (this.#stream?.push(chunk) === false) controller.pause()
  }

  onResponseEnd(): void {
    this.#stream?.push(null)
    if (this.#small === null) return
    const { status, headers, chunks } = this.#small
    if (this.#begin(status, headers)) this.#reply.send(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#stream === null) this.#fail(error, this.#small !== null)
    else this.#stream.destroy(error)
  }
}

/** Says why a service did not answer: in the one error shape, and in words for someone who looks for a home. */
function upstreamError(error: Error, name: ServiceName): AppError {
  const { knownAs } = SERVICES[name]
  const options = { cause: error }
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (isAppError(cause)) return cause
    if (isRefused(cause))
      return new AppError('UNAVAILABLE', `${knownAs} are not available right now. Try again in a moment.`, options)
    if (isTimeout(cause))
      return new AppError('UPSTREAM_TIMED_OUT', `${knownAs} are taking too long. Try again in a moment.`, options)
  }
  return new AppError('UPSTREAM_FAILED', `${knownAs} could not be loaded. Try again in a moment.`, options)
}
