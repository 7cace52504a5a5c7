import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { type Audience, SERVICES, type ServiceName } from '@aangan/contracts/services'
import { AppError, isAppError } from '@aangan/service-kit/errors'
import { isRefused, isTimeout } from '@aangan/service-kit/upstream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dispatcher } from 'undici'
import type { PagesCopy } from './copy/copy.ts'
import { requestHeaders } from './forwarded-headers.ts'
import { READ_AHEAD, type UnreadAnswer, type UnreadOfService } from './unread.ts'

/** Responses up to this size, as all pages, are sent in one piece: a stream costs more to set up than they do to forward. */
const MOST_AT_ONCE = 131_072
/** A process that restarts is back within seconds. */
const RETRY_AFTER_S = 2
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

type Start = (controller: Dispatcher.DispatchController) => void

/** Returns false to discard the response's body. */
type Begin = (status: number, headers: IncomingHttpHeaders) => boolean

/** `hasBegun` is true once part of the response has arrived. */
type Fail = (error: Error, hasBegun: boolean) => void

export interface Passing {
  pool: Dispatcher
  /** As visitors know it. */
  name: ServiceName
  /** Whose token goes along, if not that of `name`. */
  to?: Audience
  unread: UnreadOfService
  /** Sets the reply's status and headers and returns true; or sends another response and returns false. */
  begin(request: FastifyRequest, reply: FastifyReply, status: number, headers: IncomingHttpHeaders): boolean
  /** Called once with the service's status, or null if it sent none, even if the client has left. */
  settle?(status: number | null): void
  /** For pages: what is sent while their service is away. */
  copy?: PagesCopy
  /** Called, perhaps repeatedly, once the service has no more to do for the request, or waits for its client. */
  done?(): void
}

/** Uses undici's `dispatch`: each stream layer above it costs as much as the forwarding itself (decision 023). */
export function proxyRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { pool, name, to = name, unread, begin, settle, copy, done = () => {} }: Passing,
): void {
  const { method, url } = request
  const body = (request.body ?? null) as Buffer | Readable | null
  const options = { method: method as Dispatcher.HttpMethod, path: url, headers: requestHeaders(request, to), body }
  let controller: Dispatcher.DispatchController | undefined
  let isCopied = false
  const sendCopy = () => {
    isCopied ||= copy?.send(request, reply) ?? false
    return isCopied
  }
  const unwatch = copy?.watch(() => {
    sendCopy()
    controller?.abort(away(name))
  })
  const onBegin: Begin = (status, headers) => {
    unwatch?.()
    settle?.(status)
    if (isCopied || (isFailure(status, headers) && sendCopy())) return false
    return begin(request, reply, status, headers)
  }
  const fail: Fail = (error) => {
    unwatch?.()
    done()
    settle?.(null)
    if (isCopied || reply.sent || reply.raw.destroyed || sendCopy()) return
    reply.send(upstreamError(error, name))
  }
  const canRepeat = (method === 'GET' || method === 'HEAD') && body === null
  // A write is carried out even if its client disconnects, so only reads are aborted.
  const onStart: Start = (started) => {
    controller = started
    if (isCopied) started.abort(away(name))
    else if (canRepeat) endWith(reply.raw, started)
  }
  const dispatch = (onError: Fail) =>
    pool.dispatch(options, new Answer(reply, { onStart, onBegin, onError, onDone: done, unread }))
  // A keep-alive connection may have been closed between two requests.
  const again: Fail = (error, hasBegun) => (isClosed(error) && !hasBegun ? dispatch(fail) : fail(error, hasBegun))
  if (copy?.state() === 'copy') fail(away(name), false)
  else dispatch(canRepeat ? again : fail)
}

/** Whether the other end closed the connection. */
export function isClosed(error: Error): boolean {
  return 'code' in error && CLOSED.has(String(error.code))
}

/** Aborts a request if the client disconnects before the response begins; afterwards the stream does. */
function endWith(answer: ServerResponse, controller: Dispatcher.DispatchController): void {
  const leave = () => {
    if (!answer.headersSent) controller.abort(new Error('the client disconnected'))
  }
  if (answer.destroyed) leave()
  else answer.once('close', leave)
}

interface AnswerOptions {
  onStart: Start
  onBegin: Begin
  onError: Fail
  onDone(): void
  unread: UnreadOfService
}

class Answer implements Dispatcher.DispatchHandler {
  readonly #reply: FastifyReply
  readonly #start: Start
  readonly #begin: Begin
  readonly #fail: Fail
  readonly #done: () => void
  readonly #unreadOfService: UnreadOfService
  #unread: UnreadAnswer | null = null
  #small: { status: number; headers: IncomingHttpHeaders; chunks: Buffer[] } | null = null
  #stream: Readable | null = null

  constructor(reply: FastifyReply, { onStart, onBegin, onError, onDone, unread }: AnswerOptions) {
    this.#reply = reply
    this.#unreadOfService = unread
    this.#start = onStart
    this.#begin = onBegin
    this.#fail = onError
    this.#done = onDone
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
        read: () => {
          this.#unread?.release()
          controller.resume()
        },
        destroy: (error, done) => {
          this.#done()
          this.#unread?.end()
          controller.abort(error ?? new Error('the client disconnected'))
          done(error)
        },
      })
      this.#unread = this.#unreadOfService.begin(this.#reply, this.#stream)
      this.#reply.send(this.#stream)
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#small !== null) this.#small.chunks.push(chunk)
    else if (this.#stream?.push(chunk) === false) this.#pause(controller)
  }

  #pause(controller: Dispatcher.DispatchController): void {
    controller.pause()
    this.#done()
    this.#unread?.hold()
  }

  onResponseEnd(): void {
    this.#done()
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

function upstreamError(error: Error, name: ServiceName): AppError {
  const { knownAs } = SERVICES[name]
  const options = { cause: error }
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (isAppError(cause)) return cause
    if (isRefused(cause)) return away(name, options)
    if (isTimeout(cause))
      return new AppError('UPSTREAM_TIMED_OUT', `${knownAs} are taking too long. Try again in a moment.`, options)
  }
  return new AppError('UPSTREAM_FAILED', `${knownAs} could not be loaded. Try again in a moment.`, options)
}

function away(name: ServiceName, options: ErrorOptions = {}): AppError {
  const message = `${SERVICES[name].knownAs} are not available right now. Try again in a moment.`
  return new AppError('UNAVAILABLE', message, { ...options, retryAfterS: RETRY_AFTER_S })
}

/** Not a page that the service sends as 503 itself, because it is unknown whether there is such a page. */
function isFailure(status: number, headers: IncomingHttpHeaders): boolean {
  return status >= 500 && !headers['content-type']?.startsWith('text/html')
}
